import { type ExecuteOptions, type Fault, type LogLevel, SCOPES, type SourceFault } from "../contract/index.js";
import { didYouMean, fault } from "../errors/index.js";
import { faultsError } from "../toml/index.js";
import type { BrokerOptions } from "./options.js";

const LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

const EXECUTE_OPTIONS: readonly string[] = ["signal", "onEvent", "approval"];

interface Rule {
  readonly expects: string;
  readonly accepts: (value: unknown) => boolean;
}

const text = (value: unknown) => typeof value === "string" && value !== "" && !value.includes("\0");
const table = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
const oneOf = (words: readonly string[]): Rule => ({
  expects: words.join(", "),
  accepts: (value) => words.includes(value as string),
});

const RULES: { readonly [option in keyof Required<BrokerOptions>]: Rule } = {
  config: { expects: "a file or an object", accepts: (value) => text(value) || table(value) },
  profile: { expects: "the name of a profile or a file", accepts: text },
  definitions: { expects: "an object such as { tools: [] }", accepts: table },
  cwd: { expects: "a folder", accepts: text },
  env: { expects: "an object of variables", accepts: table },
  role: oneOf(SCOPES),
  oneShot: { expects: "true or false", accepts: (value) => typeof value === "boolean" },
  logLevel: oneOf(LEVELS),
};

/** Callers in JavaScript may give anything. Throws a BrokerError AR_CONFIG_INVALID that names every option that is wrong. */
export function checkOptions(options: unknown): void {
  const faults: SourceFault[] = [];
  const add = (key: string | null, message: string, suggestion: string | null = null) =>
    faults.push({ file: "<options>", line: null, column: null, key, message, suggestion });
  if (!table(options)) add(null, "expects an object such as { config: FILE }");
  else {
    for (const [name, value] of Object.entries(options as object)) {
      const rule: Rule | undefined = Object.hasOwn(RULES, name) ? RULES[name as keyof BrokerOptions] : undefined;
      if (rule === undefined) add(name, "unknown option", didYouMean(name, Object.keys(RULES)).trim() || null);
      else if (value !== undefined && !rule.accepts(value)) add(name, `expects ${rule.expects}`);
    }
  }
  if (faults.length > 0) throw faultsError("AR_CONFIG_INVALID", "The call of createBroker", faults);
}

/** What is wrong with the second argument of `execute`; null when nothing is. */
export function executeFault(options: unknown): Fault | null {
  if (!table(options)) return wrong("options", "an object such as { signal, onEvent }");
  for (const name of Object.keys(options as object)) {
    if (!EXECUTE_OPTIONS.includes(name)) return unknownOption(name);
  }
  const { signal, onEvent, approval } = options as { readonly [name in keyof ExecuteOptions]: unknown };
  if (signal != null && !isAbortSignal(signal)) return wrong("signal", "an AbortSignal");
  if (onEvent != null && typeof onEvent !== "function") return wrong("onEvent", "a function");
  if (approval != null && typeof approval !== "string") return wrong("approval", "a text");
  return null;
}

function unknownOption(name: string): Fault {
  const message = `execute has no option ${JSON.stringify(name.slice(0, 64))}.${didYouMean(name, EXECUTE_OPTIONS)}`;
  return fault("AR_REQUEST_INVALID", message, { hint: `Its options are ${EXECUTE_OPTIONS.join(", ")}.` });
}

/** Also one of another realm. */
function isAbortSignal(value: unknown): boolean {
  const { aborted, addEventListener } = value as { readonly [name in keyof AbortSignal]?: unknown };
  return typeof aborted === "boolean" && typeof addEventListener === "function";
}

const wrong = (name: string, expects: string) =>
  fault("AR_REQUEST_INVALID", `The option ${name} of execute must be ${expects}.`, {
    hint: "Leave it out, or give that.",
  });
