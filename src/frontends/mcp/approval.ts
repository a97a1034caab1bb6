import { randomBytes } from "node:crypto";
import type { InputRequiredResult } from "@modelcontextprotocol/server";
import type { Broker, Explanation, RequestInput, Result } from "../../contract/index.js";
import { fault, refusal } from "../../errors/index.js";
import { clip } from "../../toolspecs/index.js";

const COMMAND_LENGTH = 4_000;
const ELEMENT_LENGTH = 1_000;
const MOST_TICKETS = 1_000;

/** What came of asking the person behind the client. */
export type Answer =
  | { readonly kind: "approved" }
  | { readonly kind: "declined" }
  | { readonly kind: "cannot_ask" }
  /** The protocol revision asks by answering: the client calls again with the person's answer. */
  | { readonly kind: "asked"; readonly reply: InputRequiredResult };

export type Ask = (explanation: Explanation) => Promise<Answer>;

export type Permission =
  /** For `ExecuteOptions.approval`; undefined: nobody could be asked, and the broker's own answer stands. */
  | { readonly kind: "go"; readonly approval: string | undefined }
  | { readonly kind: "refused"; readonly result: Result }
  | { readonly kind: "asked"; readonly reply: InputRequiredResult };

/** Asks for one call that the policy wants a person's yes for; the yes is bound to what would run. */
export async function askPermission(broker: Broker, request: RequestInput, ask: Ask): Promise<Permission> {
  const explanation = broker.explain(request);
  if (!("digest" in explanation)) return { kind: "refused", result: explanation };
  const answer = await ask(explanation);
  switch (answer.kind) {
    case "approved":
      return { kind: "go", approval: broker.approve(explanation.digest).token };
    case "cannot_ask":
      return { kind: "go", approval: undefined };
    case "declined":
      return { kind: "refused", result: declined(explanation) };
    case "asked":
      return answer;
  }
}

function declined({ id, tool, argv, cwd, digest }: Explanation): Result {
  const cause = fault("AR_APPROVAL_REQUIRED", "The person declined this call.", {
    hint: "Do not repeat it; ask the person what to do instead.",
    details: { argv, cwd, digest },
  });
  return refusal(id, tool, cause);
}

/** What the person reads. The arguments stand quoted, so that none can look like something else. */
export function question(explanation: Explanation): string {
  const argv = explanation.argv.map((element) => clip(quote(element), ELEMENT_LENGTH)).join(" ");
  return [
    `Allow ${explanation.tool} to run this once?`,
    "",
    clip(argv, COMMAND_LENGTH),
    "",
    `Folder: ${explanation.cwd ?? "a new temporary folder"}`,
    `Why you are asked: ${explanation.policy.reason} (${explanation.policy.rule})`,
  ].join("\n");
}

const quote = (element: string) => (/^[\w@%+=:,./-]+$/.test(element) ? element : JSON.stringify(element));

/** Tickets that tie a question to its answer: each counts once, and not for longer than asked for. */
export class Tickets {
  private readonly open = new Map<string, number>();

  constructor(private readonly lifetimeMs: number) {}

  issue(): string {
    const now = performance.now();
    for (const [ticket, until] of this.open) {
      if (until > now && this.open.size < MOST_TICKETS) break;
      this.open.delete(ticket);
    }
    const ticket = randomBytes(16).toString("base64url");
    this.open.set(ticket, now + this.lifetimeMs);
    return ticket;
  }

  /** True once for each ticket that is still open. */
  redeem(ticket: string): boolean {
    const until = this.open.get(ticket);
    this.open.delete(ticket);
    return until !== undefined && until > performance.now();
  }
}
