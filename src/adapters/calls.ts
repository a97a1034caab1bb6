import type { Broker, Explanation, Result, RunEvent, ToolDefinition } from "../contract/index.js";
import { modelText, parseToolCall, type ToolFormat, toToolResult } from "../toolspecs/index.js";

/** One call, as the hooks of an adapter see it. `id` is the framework's; null when it gives none. */
export interface AdapterCall {
  readonly id: string | null;
  readonly tool: string;
}

export interface AdapterOptions {
  /** Names of the tools to offer; default: all. */
  readonly only?: readonly string[];
  /** Who calls, for fairness and the records. */
  readonly caller?: string;
  /** Progress of each call. */
  readonly onEvent?: (event: RunEvent, call: AdapterCall) => void;
  /** Cancels one call, beside the framework's own signal for all. */
  readonly signal?: (call: AdapterCall) => AbortSignal | undefined;
}

/** For frameworks without approvals of their own. */
export interface ApprovalOptions extends AdapterOptions {
  /** Asks a person about a call that the policy wants a yes for; absent: such calls answer `approval_required`. */
  readonly approve?: (explanation: Explanation, call: AdapterCall) => boolean | Promise<boolean>;
}

export interface CallSettings {
  readonly format: ToolFormat;
  /** The framework's cancellation. */
  readonly signal?: AbortSignal | null | undefined;
  /** Whether a person's yes is there, asked for only when the policy wants one. */
  readonly approved: (explanation: Explanation) => boolean | Promise<boolean>;
}

export interface Answer {
  readonly result: Result;
  /** What the model reads. */
  readonly text: string;
  readonly ok: boolean;
}

export function offered(broker: Broker, options: AdapterOptions): readonly ToolDefinition[] {
  const { only } = options;
  return only === undefined ? broker.tools() : broker.tools().filter((tool) => only.includes(tool.name));
}

/** Takes a model's call the whole way. Rejects only with what a hook throws: frameworks pause by throwing. */
export async function answerCall(
  broker: Broker,
  rawCall: { readonly name: string; readonly [field: string]: unknown },
  options: AdapterOptions,
  settings: CallSettings,
): Promise<Answer> {
  const parsed = parseToolCall(settings.format, rawCall, offered(broker, options));
  if (parsed.kind === "refused") return answer(parsed.result, []);
  const call = { id: parsed.callId, tool: parsed.request.tool };
  const request = { ...parsed.request, ...(options.caller === undefined ? {} : { caller: options.caller }) };
  const signals = [settings.signal, options.signal?.(call)].filter((signal) => signal != null);
  const execute = (approval?: string) =>
    broker.execute(request, {
      signal: AbortSignal.any(signals),
      onEvent: (event) => {
        options.onEvent?.(event, call);
      },
      approval,
    });
  let result = await execute();
  if (result.status === "approval_required") {
    const explanation = broker.explain(request);
    if ("digest" in explanation && (await settings.approved(explanation))) {
      result = await execute(broker.approve(explanation.digest).token);
    }
  }
  return answer(result, parsed.notes);
}

/** Whether the policy wants a person's yes for this call. */
export function asks(
  broker: Broker,
  format: ToolFormat,
  rawCall: { readonly name: string; readonly [field: string]: unknown },
): boolean {
  const parsed = parseToolCall(format, rawCall, broker.tools());
  if (parsed.kind === "refused") return false;
  const explanation = broker.explain(parsed.request);
  return "digest" in explanation && explanation.policy.action === "ask";
}

function answer(result: Result, notes: readonly string[]): Answer {
  const noted = toToolResult("json", result, { notes });
  return { result: noted, text: modelText(noted), ok: noted.status === "success" };
}
