import { buildCall, findTool, type ParseOutcome, programFault } from "../call/index.js";
import type {
  AuditRecord,
  Call,
  Decision,
  ExecuteOptions,
  Explanation,
  Fault,
  Request,
  Result,
} from "../contract/index.js";
import { BrokerError, refusal } from "../errors/index.js";
import { decisionRecord, endRecord, type RunMark } from "../observe/index.js";
import { callDigest, decide, explainCall } from "../policy/index.js";
import { buildResult } from "../result/index.js";
import { CallEvents } from "./events.js";
import { explanationResult } from "./explanation-result.js";
import type { Parts } from "./parts.js";
import { runCall } from "./run-call.js";

/** Takes one request the whole way to its Result. Never rejects for what a Result can say. */
export async function perform(parts: Parts, parsed: ParseOutcome, options: ExecuteOptions): Promise<Result> {
  const id = parsed.ok ? parsed.request.id : parsed.id;
  const events = new CallEvents(id, parts.clock, parts.log, options.onEvent);
  const { call, mark, result } = await settle(parts, parsed, options, events);
  const answer = await recordEnd(parts, call, mark, result);
  parts.log.call(call, answer);
  parts.counts.count(answer.status);
  events.emit({ type: "settled", result: answer });
  return answer;
}

/** A result and what is known of the call it belongs to; `call` is null when the request never became one. */
interface Settled {
  readonly call: Call | null;
  readonly mark: RunMark;
  readonly result: Result;
}

async function settle(
  parts: Parts,
  parsed: ParseOutcome,
  options: ExecuteOptions,
  events: CallEvents,
): Promise<Settled> {
  const mark = parts.mark();
  if (!parsed.ok) return { call: null, mark, result: refusal(parsed.id, parsed.tool, parsed.fault) };
  const { request } = parsed;
  const built = prepare(parts, request);
  if (!built.ok) return { call: null, mark, result: refusal(request.id, request.tool, built.fault, built.notes) };
  const { call } = built;
  events.about(call);
  if (request.dryRun) return { call, mark, result: explanationResult(explain(parts, call)) };
  return { call, mark, result: await decideAndRun(parts, call, mark, options, events) };
}

async function decideAndRun(
  parts: Parts,
  call: Call,
  mark: RunMark,
  options: ExecuteOptions,
  events: CallEvents,
): Promise<Result> {
  const decision = approved(parts, call, options.approval, decide(call, parts.settings, parts.rate.take(call.caller)));
  const digest = decision.action === "allow" ? null : callDigest(call);
  // Fail closed: what can't be recorded is not started.
  const refused =
    (await record(parts, decisionRecord(call, decision, mark, digest))) ??
    (decision.action === "allow" ? programFault(call) : decision.fault);
  if (refused !== null) return refusal(call.id, call.tool.name, refused, call.notes);

  const cached = parts.cache.find(call);
  if (cached !== null) return cached;
  const execution = await runCall(parts, call, options.signal, events);
  const outputId = execution.captured?.outputId ?? null;
  const stored = outputId === null ? null : parts.store.read(outputId);
  const result = await buildResult({ call, execution, stored });
  parts.cache.keep(call, result);
  return result;
}

/** What would run and what the policy says of it now; uses up no rate and no approval. */
export const explain = (parts: Parts, call: Call): Explanation =>
  explainCall(call, decide(call, parts.settings, parts.rate.peek(call.caller)));

/** A person's yes to this very call turns `ask` into `allow`. */
function approved(parts: Parts, call: Call, token: string | undefined, decision: Decision): Decision {
  if (decision.action !== "ask" || token === undefined) return decision;
  if (!parts.approvals.use(token, callDigest(call))) return decision;
  return { action: "allow", rule: "approval", reason: `a person approved what ${decision.rule} asks about` };
}

export type Prepared =
  | { readonly ok: true; readonly call: Call }
  | { readonly ok: false; readonly fault: Fault; readonly notes: readonly string[] };

/** The call that a request makes, with the tool found and everything resolved. */
export function prepare(parts: Parts, request: Request): Prepared {
  const found = findTool(
    parts.catalog.tools,
    request.tool,
    parts.catalog.listed.map(({ name }) => name),
  );
  if (!found.ok) return { ok: false, fault: found.fault, notes: request.notes };
  return buildCall(request, found.tool, { settings: parts.settings, env: parts.env });
}

/** Records the end before the answer is given. The call has run, so what can't be recorded is a note. */
async function recordEnd(parts: Parts, call: Call | null, mark: RunMark, result: Result): Promise<Result> {
  const unrecorded = await record(parts, endRecord(call, result, mark));
  if (unrecorded === null) return result;
  const remark = `the end of this call is not in the audit file: ${unrecorded.message}`;
  return { ...result, note: result.note === null ? remark : `${result.note}; ${remark}` };
}

/** Why a line could not be written; null when it was. */
async function record(parts: Parts, line: AuditRecord): Promise<Fault | null> {
  try {
    await parts.audit.write(line);
    return null;
  } catch (error) {
    if (!(error instanceof BrokerError)) throw error;
    return error.fault;
  }
}
