import { relative } from "node:path";
import type { ErrorCode, SourceFault } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import type { Document } from "./document.js";
import { dottedKey, type KeyPath } from "./key-path.js";
import { type Places, placesIn } from "./places.js";

/** Where something is written. */
export type Place = Pick<SourceFault, "file" | "line" | "column" | "key">;

export interface FindingOptions {
  /** Point at the key, or at its value (the default). */
  readonly at?: "key" | "value";
  /** A whole sentence: what was probably meant or what to do. */
  readonly suggestion?: string | null;
  /** Another place to name after the message. */
  readonly see?: { readonly document: Document; readonly path: KeyPath };
}

/** Faults listed in an error; a broken file of thousands of tools must not make a result of megabytes. */
const MAX_LISTED = 200;

/**
 * Gathers everything that is wrong with a set of documents, so that all of it is told at once. Lines are worked out
 * at the end, and only for documents that have faults.
 */
export class Findings {
  readonly #faults: (() => Promise<SourceFault>)[] = [];
  readonly #seen = new Set<string>();
  readonly #places = new Map<Document, Promise<Places>>();
  readonly #files: string[] = [];

  get count(): number {
    return this.#faults.length;
  }

  /** A fault of a key or a value; said twice, it is told once. */
  add(document: Document, path: KeyPath, message: string, options: FindingOptions = {}): void {
    const { at = "value", suggestion = null, see } = options;
    const id = `${document.file}\n${dottedKey(path)}\n${message}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#register(document.file, async () => {
      const more = see === undefined ? "" : `; see ${placeText(await this.place(see.document, see.path))}`;
      return { ...(await this.place(document, path, at)), message: message + more, suggestion };
    });
  }

  /** A fault whose place is known already, or that has none; said twice, it is told once. */
  addFault(fault: SourceFault): void {
    const id = `${fault.file}\n${fault.line}:${fault.column} ${fault.key}\n${fault.message}`;
    if (this.#seen.has(id)) return;
    this.#seen.add(id);
    this.#register(fault.file, async () => fault);
  }

  async place(document: Document, path: KeyPath, at: "key" | "value" = "value"): Promise<Place> {
    const key = path.length === 0 ? null : dottedKey(path);
    if (document.text === null) return { file: document.file, line: null, column: null, key };
    let places = this.#places.get(document);
    if (places === undefined) {
      places = placesIn(document.text);
      this.#places.set(document, places);
    }
    const position = (await places).find(path, at);
    return { file: document.file, line: position?.line ?? null, column: position?.column ?? null, key };
  }

  /** Every fault, file by file in the order they were met, each file from top to bottom. */
  async toFaults(): Promise<SourceFault[]> {
    const faults = await Promise.all(this.#faults.map((make) => make()));
    const order = new Map(this.#files.map((file, index) => [file, index]));
    return faults.sort(
      (a, b) =>
        order.get(a.file)! - order.get(b.file)! || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
    );
  }

  async throwIfAny(code: ErrorCode, subject: string): Promise<void> {
    if (this.count > 0) await this.fail(code, subject);
  }

  /** Throws all that was found: a BrokerError with `details.count` and `details.faults` (SourceFault[]). */
  async fail(code: ErrorCode, subject: string): Promise<never> {
    throw faultsError(code, subject, await this.toFaults());
  }

  #register(file: string, make: () => Promise<SourceFault>): void {
    if (!this.#files.includes(file)) this.#files.push(file);
    this.#faults.push(make);
  }
}

/** `subject` begins the message: "The registry". */
export function faultsError(code: ErrorCode, subject: string, faults: readonly SourceFault[]): BrokerError {
  const sentences = faults.map((one) => ({ ...one, message: sentence(one.message) }));
  const first = formatFault(sentences[0]!);
  const many = `${faults.length} faults; the first: ${first}`;
  return new BrokerError(
    fault(code, `${subject} has ${faults.length === 1 ? `a fault: ${first}` : many}`, {
      hint: "Mend what is named; `agent-reach check` lists the faults.",
      details: { count: faults.length, faults: sentences.slice(0, MAX_LISTED) },
    }),
  );
}

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);

/** `file:line:column key: message suggestion`, one fault a line; files inside `cwd` are named relative to it. */
export function formatFaults(faults: readonly SourceFault[], options: { readonly cwd?: string } = {}): string {
  return faults.map((one) => formatFault(one, options.cwd)).join("\n");
}

function formatFault(one: SourceFault, cwd?: string): string {
  const key = one.key === null ? "" : ` ${one.key}`;
  const suggestion = one.suggestion === null ? "" : ` ${one.suggestion}`;
  return `${placeText(one, cwd)}${key}: ${one.message}${suggestion}`;
}

function placeText(place: Place, cwd?: string): string {
  const inside = cwd === undefined ? place.file : relative(cwd, place.file);
  const file = inside.startsWith("..") || place.file.startsWith("<") ? place.file : inside;
  if (place.line === null) return file;
  return place.column === null ? `${file}:${place.line}` : `${file}:${place.line}:${place.column}`;
}
