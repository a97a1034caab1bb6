import type { JsonValue, NumberWords, ParameterType, PathWords, ScalarType, StringWords } from "../contract/index.js";
import { formatExpected } from "./formats.js";
import { isMultiple } from "./multiple.js";
import { matches } from "./patterns.js";
import { described, listed, shown } from "./shown.js";
import { hostProblem } from "./uri.js";

export interface CheckContext {
  /** `[network] hosts`; null where the config is not known, and `hosts = "config"` then holds nothing back. */
  readonly hosts: readonly string[] | null;
  /** The value and what would tell of it are kept out of messages. */
  readonly secret: boolean;
}

/** One thing wrong with a value, or with the item `item` of an array. */
export interface ValueProblem {
  readonly item: number | null;
  readonly message: string;
}

/** Everything wrong with a value, as JSON Schema 2020-12 means the words, nothing coerced; at most one problem an item. */
export function* checkValue(type: ParameterType, value: JsonValue, context: CheckContext): Generator<ValueProblem> {
  if (type.type === "boolean") {
    if (typeof value !== "boolean") {
      yield { item: null, message: `expected true or false, got ${described(value, context.secret)}` };
    }
    return;
  }
  if (type.type !== "array") {
    const message = scalarProblem(type, value, context);
    if (message !== null) yield { item: null, message };
    return;
  }
  if (!Array.isArray(value)) {
    yield { item: null, message: `expected an array, got ${described(value, context.secret)}` };
    return;
  }
  const count = value.length;
  if (count < (type.minItems ?? 0))
    yield { item: null, message: `must have at least ${type.minItems} items, has ${count}` };
  if (count > (type.maxItems ?? count))
    yield { item: null, message: `must have at most ${type.maxItems} items, has ${count}` };
  const seen = new Set<JsonValue>();
  for (const [item, one] of value.entries()) {
    const message = scalarProblem(type.items, one, context);
    if (message !== null) yield { item, message };
    else if (type.uniqueItems === true && seen.has(one)) yield { item, message: "is given twice" };
    seen.add(one);
  }
}

function scalarProblem(type: ScalarType, value: JsonValue, context: CheckContext): string | null {
  switch (type.type) {
    case "integer":
    case "number":
      if (typeof value !== "number" || (type.type === "integer" && !Number.isInteger(value))) {
        const article = type.type === "integer" ? "an integer" : "a number";
        return `expected ${article}${range(type)}, got ${described(value, context.secret)}`;
      }
      return numberProblem(type, value, context);
    case "string":
    case "path":
      if (typeof value !== "string") return `expected a ${type.type}, got ${described(value, context.secret)}`;
      return type.type === "path" && value === "" ? "must not be empty" : stringProblem(type, value, context);
  }
}

/** " from 1 to 500", for the message that says what was expected. */
function range({ minimum, maximum }: NumberWords): string {
  if (minimum === undefined) return maximum === undefined ? "" : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

type NumberScalar = Extract<ScalarType, { readonly type: "integer" | "number" }>;

function numberProblem(words: NumberScalar, value: number, { secret }: CheckContext): string | null {
  const got = secret ? "" : `, got ${value}`;
  // Beyond 2^53 the number in argv would not be the number that was sent.
  if (words.type === "integer" && !Number.isSafeInteger(value)) return `must lie within ±9007199254740991${got}`;
  if (words.enum !== undefined && !words.enum.includes(value)) return notListed(words.enum, secret, got);
  if (words.minimum !== undefined && value < words.minimum) return `must be at least ${words.minimum}${got}`;
  if (words.maximum !== undefined && value > words.maximum) return `must be at most ${words.maximum}${got}`;
  if (words.exclusiveMinimum !== undefined && value <= words.exclusiveMinimum) {
    return `must be more than ${words.exclusiveMinimum}${got}`;
  }
  if (words.exclusiveMaximum !== undefined && value >= words.exclusiveMaximum) {
    return `must be less than ${words.exclusiveMaximum}${got}`;
  }
  if (words.multipleOf !== undefined && !isMultiple(value, words.multipleOf)) {
    return `must be a multiple of ${words.multipleOf}${got}`;
  }
  return null;
}

function stringProblem(words: StringWords | PathWords, value: string, context: CheckContext): string | null {
  const got = context.secret ? "" : `, got ${shown(value)}`;
  if (words.enum !== undefined && !words.enum.includes(value)) return notListed(words.enum, context.secret, got);
  const { minLength = 0, maxLength = value.length } = words;
  const length = minLength === 0 && maxLength >= value.length ? minLength : characters(value);
  if (length < minLength) return `must have at least ${minLength} characters, has ${length}`;
  if (length > maxLength) return `must have at most ${maxLength} characters, has ${length}`;
  if (words.pattern !== undefined && !matches(words.pattern, value)) {
    return `must match the pattern ${shown(words.pattern)}${got}`;
  }
  if ("within" in words) return null;
  const expected = words.format === undefined ? null : formatExpected(words.format, value);
  if (expected !== null) return `expected ${expected}${got}`;
  const hosts = words.hosts === "config" ? context.hosts : words.hosts;
  if (hosts === undefined || hosts === null) return null;
  const problem = hostProblem(value, hosts);
  return problem === null || !context.secret ? problem : "must be a URL of an allowed host";
}

function notListed(values: readonly (string | number)[], secret: boolean, got: string): string {
  return secret ? "is none of the allowed values" : `must be ${listed(values)}${got}`;
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
