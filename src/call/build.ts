import type { Call, Fault, Request, Settings, ToolDefinition } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { expandArgv } from "./argv.js";
import { bindArguments } from "./bind.js";
import { secretsOf } from "./bound.js";
import { checkPaths } from "./check-paths.js";
import { resolveCwd } from "./cwd.js";
import { buildEnvironment, type Variables } from "./environment.js";
import { lockNames } from "./locks.js";
import { chooseCommand } from "./program.js";

/** What a call is built from besides the request and the tool. */
export interface CallContext {
  readonly settings: Settings;
  /** The broker's own environment. */
  readonly env: Variables;
}

export type BuildOutcome =
  | { readonly ok: true; readonly call: Call }
  | { readonly ok: false; readonly fault: Fault; readonly notes: readonly string[] };

/** Joins a request with its tool: exactly what would run. Reads the file system, starts nothing. */
export function buildCall(request: Request, tool: ToolDefinition, context: CallContext): BuildOutcome {
  const { settings } = context;
  const notes = [...request.notes];
  const refused = (why: Fault): BuildOutcome => ({ ok: false, fault: why, notes });

  if (request.timeoutMs !== null && request.timeoutMs > tool.maxTimeoutMs) return refused(timeoutFault(request, tool));
  const bound = bindArguments(tool, request.args, { hosts: settings.network.hosts });
  notes.push(...bound.notes);
  if (!bound.ok) return refused(bound.fault);
  const place = resolveCwd(tool, request.cwd, settings);
  if (!place.ok) return refused(place.fault);
  const outside = checkPaths(tool, bound.values, place.cwd, settings);
  if (outside !== null) return refused(outside);
  const environment = buildEnvironment(tool, context.env);
  const { template, program } = chooseCommand(tool, environment.env);
  const command = expandArgv(tool, bound.values, template);
  if (!command.ok) return refused(command.fault);
  notes.push(...environment.notes);
  const outputTokens = request.outputTokens ?? tool.outputTokens ?? settings.output.tokens;
  const shownTokens = Math.min(outputTokens, settings.output.maxTokens);
  if (request.outputTokens !== null && shownTokens < outputTokens) {
    notes.push(`output_tokens ${outputTokens} is above the limit, ${shownTokens} are used`);
  }
  const call: Call = {
    id: request.id,
    tool,
    caller: request.caller,
    role: settings.policy.role,
    priority: request.priority,
    argv: command.argv,
    shownArgv: command.shownArgv,
    program,
    cwd: place.cwd,
    env: environment.env,
    locks: lockNames(tool, bound.values, place.cwd, request.id, settings),
    aloneInGroup: tool.exclusive.kind === "group",
    timeoutMs: request.timeoutMs ?? tool.timeoutMs,
    idleTimeoutMs: tool.idleTimeoutMs,
    graceMs: tool.graceMs,
    outputTokens: shownTokens,
    secrets: secretsOf(tool, bound.values),
    notes,
  };
  return { ok: true, call: Object.freeze(call) };
}

function timeoutFault(request: Request, tool: ToolDefinition): Fault {
  const message = `$.timeout_ms: must be at most ${tool.maxTimeoutMs} for ${tool.name}, got ${request.timeoutMs}`;
  return fault("AR_TIMEOUT_TOO_LONG", message, {
    path: "$.timeout_ms",
    hint: `Leave timeout_ms out for ${tool.timeoutMs}. An operator sets the limit with max_timeout in the tool's definition.`,
    details: { limit_ms: tool.maxTimeoutMs, asked_ms: request.timeoutMs },
  });
}
