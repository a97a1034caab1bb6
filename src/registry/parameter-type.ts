import { resolve } from "node:path";
import type { JsonValue, ParameterType, ScalarType, Within } from "../contract/index.js";
import type { DefinitionChecks } from "./checks.js";
import type { RawItems, RawParameter } from "./raw.js";
import type { ToolScope } from "./tool-scope.js";
import { checkWords, WORDS } from "./words.js";

type Path = readonly (string | number)[];

/** Reads the type of a parameter and reports what is wrong with its words; null when it has none to go by. */
export function readType(
  raw: Partial<RawParameter>,
  path: Path,
  scope: ToolScope,
  checks: DefinitionChecks,
): ParameterType | null {
  if (raw.type === undefined) return null;
  checkWords(raw, raw.type, path, scope);
  switch (raw.type) {
    case "boolean":
      return { type: "boolean", flag: raw.flag ?? null };
    case "array":
      return readArray(raw, path, scope, checks);
    default:
      return readScalar({ ...raw, type: raw.type }, path, scope, checks);
  }
}

function readArray(
  raw: Partial<RawParameter>,
  path: Path,
  scope: ToolScope,
  checks: DefinitionChecks,
): ParameterType | null {
  const itemsPath = [...path, "items"];
  if (raw.items === undefined && !scope.isBroken(itemsPath)) {
    scope.report(itemsPath, "is missing: an array says what its items are", {
      suggestion: 'Write items = { type = "string" }.',
    });
  }
  const itemType = raw.items?.type;
  if (raw.items === undefined || itemType === undefined) return null;
  checkWords(raw.items, itemType, itemsPath, scope);
  const items = readScalar({ ...raw.items, type: itemType }, itemsPath, scope, checks);
  const { minItems, maxItems, uniqueItems } = raw;
  return { type: "array", items, ...defined({ minItems, maxItems, uniqueItems }) };
}

function readScalar(raw: RawItems, path: Path, scope: ToolScope, checks: DefinitionChecks): ScalarType {
  const words: { [word: string]: unknown } = {};
  for (const word of WORDS[raw.type]) if (raw[word] !== undefined) words[word] = raw[word];
  const type = { type: raw.type, ...words } as ScalarType;
  const full: ScalarType = type.type === "path" ? { ...type, within: readWithin(raw.within) } : type;
  const usable = checkPattern(raw.pattern, path, scope, checks) ? full : { ...full, pattern: undefined };
  checkEnum(usable, raw.enum, path, scope, checks);
  return usable;
}

function readWithin(within: string | undefined): Within {
  switch (within) {
    case undefined:
    case "project_root":
      return { kind: "project_root" };
    case "allowed_roots":
    case "cwd":
      return { kind: within };
    default:
      return { kind: "path", path: resolve(within) };
  }
}

function checkPattern(pattern: string | undefined, path: Path, scope: ToolScope, checks: DefinitionChecks): boolean {
  const reason = pattern === undefined ? null : checks.patternFault(pattern);
  if (reason === null) return true;
  scope.report([...path, "pattern"], `is no regular expression that RE2 takes: ${reason}`, {
    suggestion: "RE2 has no look-around and no references to groups.",
  });
  return false;
}

/** Every value of an enum must be of the type and within its other words. */
function checkEnum(
  type: ScalarType,
  values: RawItems["enum"],
  path: Path,
  scope: ToolScope,
  checks: DefinitionChecks,
): void {
  if (values === undefined) return;
  const others: ScalarType = { ...type, enum: undefined };
  for (const [index, value] of values.entries()) {
    const problem = firstProblem(others, value, checks);
    if (problem !== null) scope.report([...path, "enum", index], problem);
  }
}

/** Why a value does not fit a type; null when it does. */
export function firstProblem(type: ParameterType, value: JsonValue, checks: DefinitionChecks): string | null {
  for (const { item, message } of checks.checkValue(type, value, { hosts: null, secret: false })) {
    return item === null ? `does not fit: ${message}` : `does not fit: item ${item + 1} ${message}`;
  }
  return null;
}

function defined<T extends object>(words: T): Partial<T> {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)) as Partial<T>;
}
