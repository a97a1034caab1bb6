import { isUtf8 } from "node:buffer";
import { readFileSync, statSync } from "node:fs";
import { parse, TomlError } from "smol-toml";
import type { SourceFault } from "../contract/index.js";
import { type Flaw, isPlain, type Plain, plainCopy, type Table } from "./plain.js";

/** A TOML file, or an object given in its place, as plain data. */
export interface Document {
  /** Absolute path, or a name in angle brackets for an object. */
  readonly file: string;
  /** Null for an object: its values have no lines. */
  readonly text: string | null;
  readonly table: Table;
  /** What the text says that is no plain data; `table` has null in its place. */
  readonly flaws: readonly Flaw[];
}

export type Reading =
  | { readonly kind: "document"; readonly document: Document }
  /** Of what stands in the file. */
  | { readonly kind: "fault"; readonly fault: SourceFault }
  /** There is something that is no file to read: whoever names it tells of it, where it is named. */
  | { readonly kind: "unusable"; readonly message: string; readonly suggestion: string | null }
  | { readonly kind: "missing" };

/** Reads a TOML file: UTF-8, a BOM and CRLF are fine. Never throws. */
export function readDocument(file: string): Reading {
  let bytes: Buffer;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: "missing" };
    // A pipe would keep us waiting for its writer.
    if (stat.isDirectory()) return unusable("is a folder", "Name a file in it.");
    if (!stat.isFile()) return unusable("is no regular file");
    bytes = readFileSync(file);
  } catch (error) {
    return unusable(
      `cannot be read (${(error as NodeJS.ErrnoException).code ?? error})`,
      "Make it readable for this user.",
    );
  }
  if (!isUtf8(bytes)) {
    return faultIn(file, "is not UTF-8", { line: firstBadLine(bytes), suggestion: "Save the file as UTF-8." });
  }
  const text = bytes.toString("utf8").replace(/^\ufeff/, "");
  try {
    return { kind: "document", document: textDocument(file, text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return faultIn(file, `is no valid TOML: ${reason(error)}`, { line: error.line, column: error.column });
  }
}

/** What is wrong with a file that was named where there is no place to point at, such as a flag. */
export function readingFault(file: string, reading: Exclude<Reading, { kind: "document" }>): SourceFault {
  if (reading.kind === "fault") return reading.fault;
  const message = reading.kind === "missing" ? "there is no such file" : reading.message;
  const suggestion = reading.kind === "missing" ? null : reading.suggestion;
  return { file, line: null, column: null, key: null, message, suggestion };
}

/** Takes an object, as the library gets it, in place of a file. The object is copied, never changed. */
export function objectDocument(name: string, value: object): Document {
  const flaws: Flaw[] = [];
  const table = plainCopy(value, flaws);
  return isTable(table)
    ? { file: name, text: null, table, flaws }
    : { file: name, text: null, table: {}, flaws: [{ path: [], at: "value", message: "expects keys and values" }] };
}

function textDocument(file: string, text: string): Document {
  // Integers beyond ±2^53 come as bigint and are refused with their place, instead of ending the parse.
  const parsed = parse(text, { integersAsBigInt: "asNeeded" });
  if (isPlain(parsed)) return { file, text, table: parsed as Table, flaws: [] };
  const flaws: Flaw[] = [];
  return { file, text, table: plainCopy(parsed, flaws) as Table, flaws };
}

const isTable = (value: Plain): value is Table => typeof value === "object" && value !== null && !Array.isArray(value);

function faultIn(file: string, message: string, more: Partial<SourceFault> = {}): Reading {
  return { kind: "fault", fault: { file, line: null, column: null, key: null, suggestion: null, ...more, message } };
}

const unusable = (message: string, suggestion: string | null = null): Reading => ({
  kind: "unusable",
  message,
  suggestion,
});

/** The first line alone: the rest of the message is the source around it. */
function reason(error: TomlError): string {
  return error.message.split("\n", 1)[0]!.replace(/^Invalid TOML document: /, "");
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(10); end !== -1 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(10, start)) {
    start = end + 1;
    line += 1;
  }
  return line;
}
