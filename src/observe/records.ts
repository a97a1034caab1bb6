import type { AuditRecord, Call, Decision, JsonValue, Result } from "../contract/index.js";
import { memo } from "../memo.js";
import { type Redact, redactorFor } from "./redact.js";
import type { RunMark } from "./run-mark.js";
import { shortList, shortText } from "./shorten.js";

/** Most characters of one text in a record. Together these keep a line within some ten kilobytes. */
const NAME_CHARACTERS = 200;
const TEXT_CHARACTERS = 1000;
const ARGV_CHARACTERS = 8000;
const ENV_CHARACTERS = 2000;

const asIs: Redact = (text) => text;

/** What is known of a call when the policy has judged it. `digest` as in `explain`: `sha256:…`. */
export function decisionRecord(call: Call, decision: Decision, mark: RunMark, digest: string | null): AuditRecord {
  const hide = redactorFor(call);
  const { id, tool, caller } = whoOf(call, hide);
  const argv = argvOf(call, hide);
  const record = {
    event: "decision",
    time: new Date().toISOString(),
    run: mark.run,
    pid: mark.pid,
    started: mark.started,
    id,
    tool,
    caller,
    role: call.role,
    argv: argv.argv,
    cwd: call.cwd.kind === "folder" ? shortText(hide(call.cwd.path), TEXT_CHARACTERS) : null,
    env: shortNames(call.env),
    digest,
    action: decision.action,
    rule: decision.rule,
    reason: shortText(hide(decision.reason), TEXT_CHARACTERS),
  };
  return argv.argv_left_out === undefined ? record : { ...record, ...argv };
}

/** What became of a call; `call` is null when the request never became one (invalid, unknown tool). */
export function endRecord(call: Call | null, result: Result, mark: RunMark): AuditRecord {
  const hide = call === null ? asIs : redactorFor(call);
  const { id, tool, caller } = call === null ? whoAsked(result) : whoOf(call, hide);
  const { run, pid, started } = mark;
  return {
    event: "end",
    time: new Date().toISOString(),
    run,
    pid,
    started,
    id,
    tool,
    caller,
    ...outcomeOf(result, hide),
  };
}

/** The line of the log for a call. */
export function callLine(call: Call | null, result: Result): AuditRecord {
  const hide = call === null ? asIs : redactorFor(call);
  const keyLine = result.key_lines[0]?.text;
  return {
    ...(call === null ? whoAsked(result) : { ...whoOf(call, hide), ...argvOf(call, hide) }),
    ...outcomeOf(result, hide),
    key_line: keyLine === undefined ? null : shortText(hide(keyLine), TEXT_CHARACTERS),
  };
}

/** The id of a request as records show it: callers choose it, and one may hold a secret. */
export const shownId = (id: string, call: Call | null): string =>
  shortText(call === null ? id : redactorFor(call)(id), NAME_CHARACTERS);

function whoOf(call: Call, hide: Redact) {
  const caller = call.caller === null ? null : shortText(hide(call.caller), NAME_CHARACTERS);
  return { id: shortText(hide(call.id), NAME_CHARACTERS), tool: call.tool.name, caller };
}

function whoAsked(result: Result) {
  const tool = result.tool === null ? null : shortText(result.tool, NAME_CHARACTERS);
  return { id: shortText(result.id, NAME_CHARACTERS), tool, caller: null };
}

function argvOf(call: Call, hide: Redact): { readonly argv: readonly string[]; readonly argv_left_out?: number } {
  const { items, leftOut } = shortList(call.shownArgv.map(hide), TEXT_CHARACTERS, ARGV_CHARACTERS);
  return leftOut === 0 ? { argv: items } : { argv: items, argv_left_out: leftOut };
}

/** Names of variables. */
const shortNames = memo(
  (env: Call["env"]) => shortList(Object.keys(env).sort(), NAME_CHARACTERS, ENV_CHARACTERS).items,
);

function outcomeOf(result: Result, hide: Redact): { [key: string]: JsonValue } {
  const { output, cleanup, error } = result;
  return {
    status: result.status,
    exit_code: result.exit_code,
    signal: result.signal,
    queued_ms: result.queued_ms,
    duration_ms: result.duration_ms,
    stdout_bytes: output?.stdout.bytes ?? null,
    stderr_bytes: output?.stderr.bytes ?? null,
    output_id: output?.id ?? null,
    leftovers_killed: cleanup?.leftovers_killed ?? null,
    survivors: cleanup?.survivors ?? null,
    error: error === null ? null : { code: error.code, message: shortText(hide(error.message), TEXT_CHARACTERS) },
  };
}
