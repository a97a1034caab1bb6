import { resolve } from "node:path";
import type { CwdPolicy, ResourceLimits, ToolDefinition } from "../contract/index.js";
import { bytesOf, freezeMap, millisecondsOf } from "../toml/index.js";
import type { DefinitionChecks } from "./checks.js";
import { readCommand } from "./command.js";
import { readExclusive } from "./exclusive.js";
import { checkNamedValues } from "./named-values.js";
import { readParameters } from "./parameters.js";
import type { RawLimits, RawTool } from "./raw.js";
import type { ToolScope } from "./tool-scope.js";

const DEFAULT_GRACE_MS = 2500;

/** Makes a definition of a `[[tools]]` table, defaults filled in; null when it has a fault, all of which are reported. */
export function readTool(raw: Partial<RawTool>, scope: ToolScope, checks: DefinitionChecks): ToolDefinition | null {
  const parameters = readParameters(raw.params, scope, checks);
  const command = raw.command === undefined ? null : readCommand("command", raw.command, parameters, scope);
  const fallback = raw.fallback === undefined ? null : readCommand("fallback", raw.fallback, parameters, scope);
  const exclusive = readExclusive(raw.exclusive, parameters, scope);
  if (command !== null && !scope.isBroken(["exclusive"])) {
    for (const name of parameters.unused) {
      scope.report(["params", name], "is never used in the command", {
        at: "key",
        suggestion: `Put {${name}} into the command, or take the parameter out.`,
      });
    }
  }
  checkTogether(raw, scope);
  if (scope.faulty || command === null) return null;
  const tool: ToolDefinition = {
    ...definitionOf(raw as RawTool, scope.document.file),
    command,
    fallback,
    exclusive,
    parameters: parameters.all,
  };
  checkNamedValues(tool, scope, checks);
  return scope.faulty ? null : tool;
}

/** Rules about keys that have to agree. */
function checkTogether(raw: Partial<RawTool>, scope: ToolScope): void {
  if (raw.max_timeout !== undefined && raw.timeout !== undefined && raw.max_timeout < raw.timeout) {
    scope.report(["max_timeout"], `${raw.max_timeout} is below timeout, ${raw.timeout}`);
  }
  if ((raw.cache ?? 0) > 0 && raw.read_only !== true && !scope.isBroken(["read_only"])) {
    scope.report(["cache"], "only a tool that is read_only can be cached", {
      suggestion: "Say read_only = true if it changes nothing.",
    });
  }
  if (raw.max_output !== undefined && bytesOf(raw.max_output) < 1) {
    scope.report(["max_output"], "is less than a byte, so every run that prints would be stopped", {
      suggestion: "Leave it out for no limit.",
    });
  }
  for (const [index, name] of (raw.env ?? []).entries()) {
    if (raw.set_env === undefined || !Object.hasOwn(raw.set_env, name)) continue;
    scope.report(["env", index], `${name} is both let through and set by set_env`, {
      suggestion: "Keep one of the two.",
    });
  }
}

function definitionOf(
  raw: RawTool,
  source: string,
): Omit<ToolDefinition, "command" | "fallback" | "exclusive" | "parameters"> {
  const readOnly = raw.read_only ?? false;
  const timeoutMs = millisecondsOf(raw.timeout);
  return {
    name: raw.name,
    description: raw.description,
    cwd: cwdOf(raw.cwd),
    timeoutMs,
    maxTimeoutMs: raw.max_timeout === undefined ? timeoutMs : millisecondsOf(raw.max_timeout),
    idleTimeoutMs: raw.idle_timeout === undefined ? null : millisecondsOf(raw.idle_timeout),
    graceMs: raw.grace === undefined ? DEFAULT_GRACE_MS : millisecondsOf(raw.grace),
    risk: raw.risk,
    group: raw.group ?? "default",
    env: raw.env ?? [],
    setEnv: raw.set_env ?? {},
    network: raw.network ?? false,
    interactive: raw.interactive ?? false,
    readOnly,
    idempotent: raw.idempotent ?? readOnly,
    cacheMs: millisecondsOf(raw.cache ?? 0),
    encoding: raw.encoding ?? "auto",
    exitCodes: exitCodesOf(raw.exit_codes),
    scope: raw.scope ?? "public",
    examples: (raw.examples ?? []).map(({ args, argv, description }) => ({
      args: args as ToolDefinition["examples"][number]["args"],
      argv: argv ?? null,
      description: description ?? null,
    })),
    limits: limitsOf(raw.limits ?? {}),
    maxOutputBytes: raw.max_output === undefined ? null : bytesOf(raw.max_output),
    outputTokens: raw.output_tokens ?? null,
    source,
  };
}

const NO_EXIT_CODES: ReadonlyMap<number, string> = freezeMap(new Map());

function exitCodesOf(raw: RawTool["exit_codes"]): ReadonlyMap<number, string> {
  if (raw === undefined) return NO_EXIT_CODES;
  return freezeMap(new Map(Object.entries(raw).map(([code, meaning]) => [Number(code), meaning])));
}

function cwdOf(cwd: string): CwdPolicy {
  return cwd === "project_root" || cwd === "caller" || cwd === "temp"
    ? { kind: cwd }
    : { kind: "path", path: resolve(cwd) };
}

/** Only the limits that are named; 0 lifts one. */
function limitsOf(raw: RawLimits): Partial<ResourceLimits> {
  return {
    ...(raw.memory === undefined ? {} : { memoryBytes: bytesOf(raw.memory) || null }),
    ...(raw.cpu === undefined ? {} : { cpuSeconds: raw.cpu || null }),
    ...(raw.processes === undefined ? {} : { processes: raw.processes || null }),
    ...(raw.open_files === undefined ? {} : { openFiles: raw.open_files || null }),
    ...(raw.file_size === undefined ? {} : { fileSizeBytes: bytesOf(raw.file_size) || null }),
  };
}
