import type { JsonObject, JsonValue, Parameter, ToolDefinition } from "../../contract/index.js";
import { didYouMean } from "../../errors/index.js";

export type ToolArgs =
  | { readonly kind: "args"; readonly values: JsonObject }
  | { readonly kind: "wrong"; readonly message: string };

const DIGITS = /^-?\d+$/;
const DECIMAL = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads `[ARG…] [--param value]` as a person types it: `--param value`, `--param=value`, `--flag`, `--no-flag`, a
 * repeated `--param` for an array, everything after `--` positional. Positional values go to the parameters that were
 * not named, in declared order; an array takes the rest. Words become numbers and booleans by the parameter's type.
 * @param ownFlags Flags of the command, `--timeout`, which are no parameters behind the tool's name.
 */
export function parseToolArgs(
  tool: ToolDefinition,
  words: readonly string[],
  ownFlags: readonly string[] = [],
): ToolArgs {
  const named = new Map<string, string[]>();
  const positional: string[] = [];
  const byFlag = new Map(tool.parameters.map((parameter) => [flagOf(parameter.name), parameter]));

  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      positional.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith("--")) {
      positional.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const flag = equals === -1 ? word.slice(2) : word.slice(2, equals);
    const negated = flag.startsWith("no-") ? byFlag.get(flagOf(flag.slice(3))) : undefined;
    const parameter = byFlag.get(flagOf(flag));
    if (parameter === undefined && negated?.type.type === "boolean" && equals === -1) {
      named.set(negated.name, ["false"]);
      continue;
    }
    if (parameter === undefined) return wrong(noParameter(tool, flag, ownFlags));
    let value: string;
    if (equals !== -1) value = word.slice(equals + 1);
    else if (parameter.type.type === "boolean") value = "true";
    else if (i + 1 < words.length) value = words[++i]!;
    else return wrong(`--${flag} needs a value.`);
    const values = named.get(parameter.name) ?? [];
    if (values.length > 0 && parameter.type.type !== "array") return wrong(`--${flag} is given twice.`);
    named.set(parameter.name, [...values, value]);
  }

  for (const parameter of tool.parameters) {
    if (positional.length === 0) break;
    if (named.has(parameter.name)) continue;
    named.set(parameter.name, parameter.type.type === "array" ? positional.splice(0) : [positional.shift()!]);
  }
  if (positional.length > 0) return wrong(`${tool.name} takes no further value: ${JSON.stringify(positional[0])}.`);

  const entries = tool.parameters
    .filter((parameter) => named.has(parameter.name))
    .map((parameter) => [parameter.name, convert(parameter, named.get(parameter.name)!)] as const);
  return { kind: "args", values: Object.fromEntries(entries) };
}

function noParameter(tool: ToolDefinition, flag: string, ownFlags: readonly string[]): string {
  const lacks = `${tool.name} has no parameter --${flag}.`;
  if (ownFlags.includes(`--${flag}`)) {
    return `${lacks} --${flag} is a flag of the command and goes before the tool's name.`;
  }
  const names = tool.parameters.map(({ name }) => name);
  const meant = didYouMean(flag, names);
  if (meant !== "") return `${lacks}${meant}`;
  const known = names.map((name) => `--${name}`).join(", ");
  return `${lacks} ${known === "" ? "It has none." : `It has ${known}.`}`;
}

/** `--max-count` and `--max_count` are the same parameter. */
const flagOf = (name: string) => name.replaceAll("-", "_");

const wrong = (message: string): ToolArgs => ({ kind: "wrong", message });

/** What does not convert is passed on as text, for the parameter's own check to tell what is wrong. */
function convert(parameter: Parameter, words: readonly string[]): JsonValue {
  const { type } = parameter;
  if (type.type === "array") return words.map((word) => scalar(type.items.type, word));
  return scalar(type.type, words[0]!);
}

function scalar(type: string, word: string): JsonValue {
  if (type === "integer" && DIGITS.test(word)) return Number(word);
  if (type === "number" && DECIMAL.test(word)) return Number(word);
  if (type === "boolean" && (word === "true" || word === "false")) return word === "true";
  return word;
}
