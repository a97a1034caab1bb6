import {
  type ClientCapabilities,
  type ElicitRequestFormParams,
  inputRequired,
  inputResponse,
  type RequestStateCodec,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Explanation } from "../../contract/index.js";
import { type Answer, question, type Tickets } from "./approval.js";

/** A person's time to answer, and the life of a question. */
export const ANSWER_MS = 600_000;

/** What travels with a question and comes back with the answer, sealed. */
export interface QuestionState {
  readonly digest: string;
  readonly ticket: string;
}

const KEY = "approval";
const SCHEMA: ElicitRequestFormParams["requestedSchema"] = {
  type: "object",
  properties: { approve: { type: "boolean", title: "Run it", description: "Run this command once." } },
  required: ["approve"],
};

/** Whether the client can show its person a form. A bare `elicitation: {}` means forms. */
export function canAsk(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  if (elicitation === undefined) return false;
  return elicitation.form !== undefined || Object.keys(elicitation).length === 0;
}

/** Up to 2025-11-25: the server sends the question while the call is open. */
export async function askByRequest(context: ServerContext, explanation: Explanation): Promise<Answer> {
  const params = { mode: "form" as const, message: question(explanation), requestedSchema: SCHEMA };
  const { signal } = context.mcpReq;
  try {
    const answer = await context.mcpReq.elicitInput(params, { timeout: ANSWER_MS, signal });
    return said(answer.action, answer.content);
  } catch (error) {
    // An answer that does not fit the form, an error of the client, or nobody there in time: no yes was given.
    if (signal.aborted) throw error;
    return { kind: "cannot_ask" };
  }
}

/** From 2026-07-28: the question is the answer to the call, and the client calls again with what the person said. */
export async function askByAnswer(
  context: ServerContext,
  explanation: Explanation,
  tickets: Tickets,
  codec: RequestStateCodec<QuestionState>,
): Promise<Answer> {
  const state = context.mcpReq.requestState<QuestionState>();
  const response = inputResponse(context.mcpReq.inputResponses as Parameters<typeof inputResponse>[0], KEY);
  // The answer counts for the command that was shown, once; to anything else the question is put anew.
  if (state !== undefined && response.kind === "elicit" && tickets.redeem(state.ticket)) {
    if (state.digest === explanation.digest) return said(response.action, response.content);
  }
  const requestState = await codec.mint({ digest: explanation.digest, ticket: tickets.issue() });
  const elicit = inputRequired.elicit({ mode: "form", message: question(explanation), requestedSchema: SCHEMA });
  return { kind: "asked", reply: inputRequired({ inputRequests: { [KEY]: elicit }, requestState }) };
}

function said(action: string, content: { readonly [key: string]: unknown } | undefined): Answer {
  return action === "accept" && content?.approve === true ? { kind: "approved" } : { kind: "declined" };
}
