import type { Result, ToolDefinition } from "../../contract/index.js";

type ResultError = NonNullable<Result["error"]>;

/**
 * The error of a Result in the words of the command line, a line each: its own are for a program that sent JSON, and for
 * the model behind it. `tool`: the one that was called; null when there is none.
 */
export function personLines(error: ResultError, tool: ToolDefinition | null): string[] {
  const hint = HINTS[error.code]?.(error, tool) ?? asOperator(error.hint);
  return [MESSAGES[error.code]?.(error) ?? asFlags(error.message), ...(hint === null ? [] : [asFlags(hint)])];
}

const MESSAGES: { readonly [code in ResultError["code"]]?: (error: ResultError) => string } = {
  AR_TIMEOUT_TOO_LONG: ({ details }) =>
    `--timeout ${seconds(details.asked_ms)} is above the limit of this tool, ${seconds(details.limit_ms)}.`,
  AR_CANCELLED: ({ message }) => message.replace(/ by the caller\.$/, "."),
};

const HINTS: {
  readonly [code in ResultError["code"]]?: (error: ResultError, tool: ToolDefinition | null) => string | null;
} = {
  AR_TIMEOUT_TOO_LONG: () => "max_timeout in the tool's definition sets it.",
  AR_TIMEOUT_RUN: ({ details }, tool) =>
    tool !== null && Number(details.limit_ms) < tool.maxTimeoutMs
      ? `Allow more with --timeout, up to ${seconds(tool.maxTimeoutMs)}; it goes before the tool's name.`
      : "Raise max_timeout in the tool's definition, or make it do less.",
  AR_CANCELLED: () => "What it had changed until then stays changed.",
  AR_APPROVAL_REQUIRED: ({ details }) =>
    `Nothing was run. ${keyOf(details.rule)} = "allow" under [policy] of the config runs it: ${JSON.stringify(details.argv)}`,
  AR_DENIED_RISK: ({ details }) => `${keyOf(details.rule)} = "allow" under [policy] of the config runs it.`,
  AR_DENIED_SCOPE: ({ details }) => `Call it with --role ${details.scope}, or set role under [policy] of the config.`,
  AR_DENIED_INTERACTIVE: () => "Run its program yourself: a tool is never given a terminal.",
};

/** The key of a rule: `policy.high` → `high`. */
const keyOf = (rule: unknown) => String(rule).replace(/^policy\./, "");

const seconds = (ms: unknown) => `${Number(ms) / 1000} s`;

/** Who types a command is the operator that hints for models speak of. */
function asOperator(hint: string | null): string | null {
  if (hint === null) return null;
  return hint
    .replace(/^Use another tool\. /, "")
    .replace(/\bAn operator (?:can|has to) (\w)/g, (_, first: string) => first.toUpperCase());
}

/** `$.args.limit` → `--limit`, `$.args.paths[1]` → `--paths (value 2)`, `$.cwd` → `--cwd`. */
const asFlags = (text: string) =>
  text
    .replace(/\$\.args\.(\w+)\[(\d+)\]/g, (_, name: string, item: string) => `--${name} (value ${Number(item) + 1})`)
    .replace(/\$\.args\.(\w+)/g, "--$1")
    .replace(/\$\.cwd\b/g, "--cwd")
    .replace(/\bLeave cwd out\b/g, "Leave --cwd out");
