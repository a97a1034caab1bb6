import { nearest } from "../errors/index.js";
import type { KeyPath } from "./key-path.js";
import type { Plain, Table } from "./plain.js";
import { kindOf, show } from "./show.js";

/** What a compiled validator says of one place; made with ajv's `verbose`, so that it carries its schema. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: { readonly [name: string]: unknown };
  readonly parentSchema?: SchemaNode;
}

/** Words of our own in the schemas, read here alone; editors pass them over. */
interface SchemaNode {
  readonly properties?: { readonly [name: string]: SchemaNode };
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  /** What belongs here, in words: "seconds, 0.001 or more". */
  readonly "x-expects"?: string;
  /** Of a table with free names: what a name looks like. */
  readonly "x-names"?: string;
  /** Words that a text may be, to guess from. */
  readonly "x-words"?: readonly string[];
  /** Other names that people try, and the key they mean. */
  readonly "x-also"?: { readonly [name: string]: string };
  /** Keys that people write here and that belong elsewhere, and where: a sentence. */
  readonly "x-elsewhere"?: { readonly [name: string]: string };
}

/** What is wrong at one place, in plain words. */
export interface Explained {
  readonly path: KeyPath;
  readonly at: "key" | "value";
  readonly message: string;
  readonly suggestion: string | null;
  /** A key that must be there is not. */
  readonly missing: boolean;
  /** The key that an unknown one was probably meant to be. */
  readonly meant: KeyPath | null;
}

export function explain(error: SchemaError, root: Table): Explained {
  const schema = error.parentSchema ?? {};
  const { path, value } = follow(error.instancePath, root);
  const known = { path, at: "value", suggestion: null, missing: false, meant: null } as const;
  switch (error.keyword) {
    case "additionalProperties":
      return unknownKey(path, String(error.params.additionalProperty), schema);
    case "required": {
      const name = String(error.params.missingProperty);
      const expects = schema.properties?.[name]?.["x-expects"];
      const message = `is missing${expects === undefined ? "" : `: ${expects}`}`;
      return { ...known, path: [...path, name], message, missing: true };
    }
    case "uniqueItems":
      return { ...known, message: `has the same item twice: ${items(error.params)}` };
    default: {
      const expects = schema["x-expects"] ?? "another value";
      // The environment may hold secrets: the kind of value is enough to say.
      const got = path.includes("set_env") ? kindOf(value) : show(value);
      return { ...known, message: `expects ${expects}, got ${got}`, suggestion: suggestValue(value, schema) };
    }
  }
}

function unknownKey(parent: KeyPath, name: string, schema: SchemaNode): Explained {
  const known = { path: [...parent, name], at: "key", missing: false } as const;
  if (schema["x-names"] !== undefined) {
    const message = `${show(name)} is no name that can stand here: ${schema["x-names"]}`;
    return { ...known, message, suggestion: null, meant: null };
  }
  const message = `unknown key ${show(name)}`;
  const elsewhere = schema["x-elsewhere"];
  if (elsewhere !== undefined && Object.hasOwn(elsewhere, name)) {
    return { ...known, message, suggestion: elsewhere[name]!, meant: null };
  }
  const names = Object.keys(schema.properties ?? {});
  const also = schema["x-also"];
  const meant = also !== undefined && Object.hasOwn(also, name) ? also[name]! : nearest(name, names);
  return {
    ...known,
    message,
    suggestion: meant === null ? `Known here: ${names.join(", ")}.` : `Did you mean "${meant}"?`,
    meant: meant === null ? null : [...parent, meant],
  };
}

function suggestValue(value: Plain | undefined, schema: SchemaNode): string | null {
  if (typeof value !== "string") return null;
  const words = schema["x-words"] ?? (schema.enum ?? []).filter((word) => typeof word === "string");
  const meant = nearest(value, words);
  if (meant !== null) return `Did you mean "${meant}"?`;
  const types = [schema.type ?? []].flat();
  const fits = bareTypes(value).some((type) => types.includes(type));
  return fits ? `Write ${value} without quotes.` : null;
}

/** The types that a quoted value would have without its quotes. */
function bareTypes(text: string): readonly string[] {
  if (text === "true" || text === "false") return ["boolean"];
  if (/^-?\d+$/.test(text)) return ["integer", "number"];
  return /^-?\d+\.\d+$/.test(text) ? ["number"] : [];
}

/** Follows a JSON pointer; a step is an index only where the value is an array. */
function follow(pointer: string, root: Table): { path: KeyPath; value: Plain | undefined } {
  const path: (string | number)[] = [];
  let value: Plain | undefined = root;
  for (const token of pointer.split("/").slice(1)) {
    const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
    path.push(Array.isArray(value) ? Number(name) : name);
    value = Array.isArray(value) ? value[Number(name)] : (value as Table | undefined)?.[name];
  }
  return { path, value };
}

function items({ i, j }: SchemaError["params"]): string {
  const [first, second] = [Number(i) + 1, Number(j) + 1].sort((a, b) => a - b);
  return `items ${first} and ${second}`;
}
