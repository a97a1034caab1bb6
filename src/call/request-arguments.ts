import type { Arguments, JsonObject, JsonValue } from "../contract/index.js";
import { readJson } from "./json-reader.js";
import { childPath, type Problem } from "./problems.js";
import { described } from "./shown.js";

export interface ReadArguments {
  readonly value: Arguments;
  readonly problem: Problem | null;
  readonly notes: readonly string[];
}

/** `args` as given: absent, an object, an array of strings, or the object as a JSON string, which is noted. */
export function readArguments(given: JsonValue | undefined): ReadArguments {
  if (given === undefined) return { value: NONE, problem: null, notes: [] };
  if (Array.isArray(given)) return positional(given);
  if (isObject(given)) return { value: { kind: "named", values: given }, problem: null, notes: [] };
  if (typeof given === "string") return fromText(given);
  const hint = given === null ? "Leave the field out instead of sending null." : undefined;
  return { value: NONE, problem: { path: "$.args", message: wanted(given), hint }, notes: [] };
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const NONE: Arguments = { kind: "named", values: {} };

/** Which parameters are secret is not known yet: no value is shown. */
const wanted = (given: JsonValue) =>
  `expected an object by parameter name or an array of strings, got ${described(given, true)}`;

function positional(given: readonly JsonValue[]): ReadArguments {
  const wrong = given.findIndex((item) => typeof item !== "string");
  if (wrong === -1) return { value: { kind: "positional", values: given as string[] }, problem: null, notes: [] };
  const message = `expected a string, got ${described(given[wrong], true)}`;
  const hint = 'An args array holds strings alone, a number as "5"; an object by parameter name may hold any type.';
  return { value: NONE, problem: { path: childPath("$.args", wrong), message, hint }, notes: [] };
}

function fromText(given: string): ReadArguments {
  const reading = readJson(given);
  if (reading.kind === "value" && isObject(reading.value)) {
    const note = "args came as a JSON string and was read as the object in it";
    return { value: { kind: "named", values: reading.value }, problem: null, notes: [note] };
  }
  const problem: Problem =
    reading.kind === "refused"
      ? { ...reading.problem, path: `$.args${reading.problem.path.slice(1)}` }
      : { path: "$.args", message: wanted(given), hint: 'Send {"limit": 5} or ["5"]. No string is split into words.' };
  return { value: NONE, problem, notes: [] };
}
