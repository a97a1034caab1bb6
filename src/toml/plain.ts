import type { KeyPath } from "./key-path.js";

export type Plain = null | boolean | number | string | Plain[] | Table;
export interface Table {
  [key: string]: Plain;
}

/** A value that is no plain data. */
export interface Flaw {
  readonly path: KeyPath;
  readonly at: "key" | "value";
  readonly message: string;
}

/** Deep enough for every schema here, and far from where recursion ends. */
const MAX_DEPTH = 32;
const UNSAFE_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a parsed document has nothing that `plainCopy` would find; most have not, and need no copy then. */
export function isPlain(value: unknown, depth = 0): value is Plain {
  if (typeof value !== "object" || value === null) return scalarFlaw(value) === null;
  if (depth >= MAX_DEPTH || value instanceof Date) return false;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  for (const key in value) {
    if (UNSAFE_KEYS.has(key) || !isPlain((value as Table)[key], depth + 1)) return false;
  }
  return true;
}

/**
 * A deep copy without what JSON cannot carry or a key lookup could trip over: dates, integers beyond ±2^53, inf, nan,
 * functions, strings with NUL or half a surrogate pair, keys such as `__proto__`. Each is named in `flaws`,
 * and is null in the copy (an unsafe key is left out). Undefined properties are left out silently.
 */
export function plainCopy(value: unknown, flaws: Flaw[]): Plain {
  const path: (string | number)[] = [];
  const refuse = (message: string, at: Flaw["at"] = "value"): null => {
    flaws.push({ path: [...path], at, message });
    return null;
  };

  const copyTable = (source: object): Table => {
    const table: Table = Object.create(null);
    for (const [key, item] of Object.entries(source)) {
      if (item === undefined) continue;
      path.push(key);
      if (UNSAFE_KEYS.has(key)) refuse("is a name that cannot be used as a key", "key");
      else table[key] = copy(item);
      path.pop();
    }
    return table;
  };

  const copyArray = (source: readonly unknown[]): Plain[] =>
    Array.from(source, (item, index) => {
      path.push(index);
      const plain = copy(item);
      path.pop();
      return plain;
    });

  const copy = (item: unknown): Plain => {
    if (typeof item !== "object" || item === null) {
      const flaw = scalarFlaw(item);
      return flaw === null ? (item as Plain) : refuse(flaw);
    }
    if (path.length >= MAX_DEPTH) return refuse(`is nested more than ${MAX_DEPTH} levels deep`);
    if (Array.isArray(item)) return copyArray(item);
    if (item instanceof Date) return refuse("is a date or time; put it in quotes to make it text");
    return isTableLike(item) ? copyTable(item) : refuse("expects plain data");
  };

  return copy(value);
}

const isTableLike = (item: object) => Object.prototype.toString.call(item) === "[object Object]";

function scalarFlaw(item: unknown): string | null {
  switch (typeof item) {
    case "string":
      if (item.includes("\0")) return "has a NUL character, which no program can be given";
      return item.isWellFormed() ? null : "has half of a surrogate pair, which is no valid Unicode";
    case "number":
      return Number.isFinite(item) ? null : `expects a finite number, got ${nameOfNumber(item)}`;
    case "bigint":
      return "is an integer beyond ±2^53, where digits get lost";
    case "boolean":
    case "object":
      return null;
    default:
      return `expects plain data, got ${item === undefined ? "undefined" : `a ${typeof item}`}`;
  }
}

const nameOfNumber = (value: number) => (Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
