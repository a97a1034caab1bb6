import { BrokenKeys } from "./broken-keys.js";
import type { Document } from "./document.js";
import { explain, type SchemaError } from "./explain.js";
import type { FindingOptions, Findings } from "./findings.js";
import { dottedKey, type KeyPath } from "./key-path.js";
import type { Plain, Table } from "./plain.js";

/** Tells everything that is wrong. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** One schema, compiled in two forms. */
export interface Schema {
  readonly accepts: (value: unknown) => boolean;
  /** The large form, for documents with faults alone. */
  readonly loadValidator: () => Promise<Validator>;
}

/**
 * Holds a document to its schema and tells what is wrong in plain words, one finding a place. Values that
 * cannot be used are taken out of `document.table`, so that what is left has the right types.
 */
export async function checkSchema(document: Document, schema: Schema, findings: Findings): Promise<BrokenKeys> {
  const broken = new BrokenKeys();
  const root = document.table;
  if (document.flaws.length === 0 && schema.accepts(root)) return broken;

  const validate = await schema.loadValidator();
  // Errors are explained before anything is taken out: the paths lead through what is there.
  const errors = validate(root) ? [] : [...(validate.errors ?? [])];
  const explained = errors.map((error) => explain(error, root));
  const misspelt = new Set(explained.flatMap(({ meant }) => (meant === null ? [] : [dottedKey(meant)])));

  // One fault a place: what else a schema says of it follows from the first.
  const told = new Set<string>();
  const tell = (path: KeyPath, message: string, options: FindingOptions) => {
    const key = dottedKey(path);
    if (!told.has(key)) findings.add(document, path, message, options);
    told.add(key);
  };
  for (const { path, at, message } of document.flaws) tell(path, message, { at });
  for (const { path, at, message, suggestion, missing } of explained) {
    // A misspelt key is one mistake, not an unknown key and a missing one.
    if (!(missing && misspelt.has(dottedKey(path)))) tell(path, message, { at, suggestion });
  }
  for (const { path } of [...document.flaws, ...explained]) remove(root, path, broken);
  // What stands at a misspelt key is not known of the key that was meant.
  for (const { meant } of explained) if (meant !== null && valueAt(root, meant) === undefined) broken.add(meant);
  return broken;
}

/** Takes a value out; an item of a list takes the list with it, but for a list of tables, where its place stays empty. */
function remove(root: Table, path: KeyPath, broken: BrokenKeys): void {
  broken.add(path);
  const parent = valueAt(root, path.slice(0, -1));
  const last = path.at(-1);
  if (Array.isArray(parent) && typeof last === "number") {
    if (parent.some((item, index) => index !== last && isTable(item))) parent[last] = null;
    else remove(root, path.slice(0, -1), broken);
  } else if (parent !== null && typeof parent === "object" && !Array.isArray(parent) && last !== undefined) {
    delete parent[last];
  }
}

const isTable = (value: Plain) => value !== null && typeof value === "object" && !Array.isArray(value);

const valueAt = (root: Table, path: KeyPath) =>
  path.reduce<Plain | undefined>((value, step) => child(value, step), root);

function child(value: Plain | undefined, step: string | number): Plain | undefined {
  if (value === null || typeof value !== "object") return undefined;
  return Array.isArray(value) ? value[Number(step)] : value[step];
}
