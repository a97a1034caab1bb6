import { SCOPES } from "../../contract/index.js";
import type { CommonFlags } from "./flags.js";
import { LOG_LEVELS } from "./flags.js";

export interface ExecFlags {
  readonly mode: "json" | "ndjson";
  readonly flags: CommonFlags;
}

const VALUE_FLAGS = new Map([
  ["--config", "config"],
  ["--profile", "profile"],
  ["--log-level", "logLevel"],
  ["--role", "role"],
]);

/**
 * Reads `exec --json|--ndjson` and its common flags; null for anything else, also for what is wrong, so that the
 * command-line parser tells it.
 */
export function execFlags(args: readonly string[]): ExecFlags | null {
  if (args[0] !== "exec") return null;
  let mode: ExecFlags["mode"] | null = null;
  const flags: Record<string, string> = {};
  for (let i = 1; i < args.length; i++) {
    const [flag, inline] = splitFlag(args[i]!);
    if ((flag === "--json" || flag === "--ndjson") && inline === null && mode === null) {
      mode = flag === "--json" ? "json" : "ndjson";
      continue;
    }
    const name = VALUE_FLAGS.get(flag);
    const value = inline ?? args[++i];
    if (name === undefined || value === undefined) return null;
    if (name === "logLevel" && !(LOG_LEVELS as readonly string[]).includes(value)) return null;
    if (name === "role" && !(SCOPES as readonly string[]).includes(value)) return null;
    flags[name] = value;
  }
  return mode === null ? null : { mode, flags: flags as CommonFlags };
}

function splitFlag(arg: string): [string, string | null] {
  const at = arg.indexOf("=");
  return at === -1 ? [arg, null] : [arg.slice(0, at), arg.slice(at + 1)];
}
