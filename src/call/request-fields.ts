import type { JsonObject, JsonValue } from "../contract/index.js";
import { didYouMean } from "../errors/index.js";
import { childPath, type Problem, type Problems } from "./problems.js";
import { described, shown } from "./shown.js";

/** Why a value does not fit its field; null when it does. */
type FieldCheck = (value: JsonValue) => string | null;

const LONGEST_TIMEOUT_MS = 30 * 24 * 3_600_000;

/** Every field of a request but `args`, whose shape is checked where it is read. */
const FIELDS: { readonly [field: string]: FieldCheck } = {
  tool: text(128),
  id: text(256),
  priority: integer(-100, 100),
  timeout_ms: integer(1, LONGEST_TIMEOUT_MS),
  cwd: text(4096),
  caller: text(128),
  dry_run: (value) => (typeof value === "boolean" ? null : `expected true or false, got ${described(value)}`),
  output_tokens: integer(1, Number.MAX_SAFE_INTEGER),
};
const NAMES = ["tool", "args", ...Object.keys(FIELDS).slice(1)];

/** What others call our fields; those that are only spelled otherwise are found by nearness. */
const OTHER_NAMES = new Map([
  ["name", "tool"],
  ["tool_name", "tool"],
  ["function", "tool"],
  ["arguments", "args"],
  ["parameters", "args"],
  ["params", "args"],
  ["input", "args"],
  ["workdir", "cwd"],
  ["working_directory", "cwd"],
]);
const COMMAND_LINES = new Set(["argv", "command", "cmd", "shell"]);

export function checkFields(root: JsonObject, problems: Problems): void {
  for (const field of Object.keys(root)) {
    if (field === "args") continue;
    const check = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
    const value = root[field] as JsonValue;
    if (check === undefined) problems.add(() => unknownField(field));
    else {
      const message = check(value);
      if (message !== null) problems.add({ path: childPath("$", field), message, hint: valueHint(value, message) });
    }
  }
  if (!Object.hasOwn(root, "tool")) problems.add({ path: "$.tool", message: "is required: the name of a tool" });
}

/** The field's text, or null when it is missing or at fault. */
export function readableText(root: JsonObject | null, field: "id" | "tool"): string | null {
  const value = root !== null && Object.hasOwn(root, field) ? root[field] : undefined;
  return typeof value === "string" && value.isWellFormed() && FIELDS[field]?.(value) === null ? value : null;
}

function unknownField(field: string): Problem {
  const path = childPath("$", field);
  const message = `unknown field ${shown(field)}`;
  if (COMMAND_LINES.has(field)) {
    const hint =
      'A command line is never run as such: name a tool and its arguments, {"tool": "…", "args": {…}}; `agent-reach tools` lists the tools.';
    return { path, message, hint };
  }
  const other = OTHER_NAMES.get(field);
  const meant = other === undefined ? didYouMean(field, NAMES) : ` Did you mean "${other}"?`;
  return { path, message: `${message}.${meant}`, hint: `A request has the fields ${NAMES.join(", ")}.` };
}

function valueHint(value: JsonValue, message: string): string | undefined {
  if (value === null) return "Leave the field out instead of sending null.";
  if (typeof value === "string" && /^-?[0-9]{1,16}$/.test(value) && message.includes("expected an integer")) {
    return `Send the number without quotes: ${value}.`;
  }
  return undefined;
}

function text(longest: number): FieldCheck {
  return (value) => {
    if (typeof value !== "string") return `expected a string, got ${described(value)}`;
    if (value === "") return "must not be empty";
    // A character is one or two code units: most texts need no counting, and the longest are cut before it.
    if (value.length <= longest || [...value.slice(0, 2 * longest + 1)].length <= longest) return null;
    return `must have at most ${longest} characters`;
  };
}

function integer(least: number, most: number): FieldCheck {
  return (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : `expected an integer from ${least} to ${most}, got ${described(value)}`;
}
