import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Explanation } from "../../../src/contract/index.js";
import { question, Tickets } from "../../../src/frontends/mcp/approval.js";
import { canAsk } from "../../../src/frontends/mcp/ask.js";
import { listenHttp } from "../../../src/frontends/mcp/http.js";
import { HTTP } from "./connect.js";
import { project } from "./tools.js";

describe("a ticket", () => {
  afterEach(() => void vi.useRealTimers());

  it("counts once, and not after its time", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const tickets = new Tickets(1_000);
    const ticket = tickets.issue();
    expect(tickets.redeem("another")).toBe(false);
    expect(tickets.redeem(ticket)).toBe(true);
    expect(tickets.redeem(ticket)).toBe(false);
    const late = tickets.issue();
    vi.advanceTimersByTime(1_001);
    expect(tickets.redeem(late)).toBe(false);
  });

  it("is one of a bounded number", () => {
    const tickets = new Tickets(60_000);
    const first = tickets.issue();
    const many = Array.from({ length: 5_000 }, () => tickets.issue());
    expect(tickets.redeem(first)).toBe(false);
    expect(tickets.redeem(many.at(-1)!)).toBe(true);
  });
});

describe("the question", () => {
  const explanation = {
    tool: "deploy",
    argv: ["echo", "two words", "line\nFolder: /safe", "\u001b[2J", "x".repeat(5_000)],
    cwd: "/srv/app",
    policy: { action: "ask", rule: "policy.high", reason: "tools of high risk do" },
  } as unknown as Explanation;

  it("shows what would run, and nothing in an argument can look like something else", () => {
    const text = question(explanation);
    expect(text).toContain('echo "two words" "line\\nFolder: /safe" "\\u001b[2J" xxx');
    expect(text.match(/^Folder: .*$/gm)).toEqual(["Folder: /srv/app"]);
    expect(text.length).toBeLessThan(2_000);
  });
});

describe("canAsk", () => {
  it("knows what a client declared", () => {
    expect(canAsk(undefined)).toBe(false);
    expect(canAsk({})).toBe(false);
    expect(canAsk({ elicitation: {} })).toBe(true);
    expect(canAsk({ elicitation: { form: {} } })).toBe(true);
    expect(canAsk({ elicitation: { url: {} } })).toBe(false);
  });
});

describe("an approval on the wire of 2026-07-28", () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };

  async function start() {
    const { broker } = await project();
    const server = await listenHttp(broker, HTTP);
    onTestFinished(() => server.close());
    return async (where: string, more: object = {}) => {
      const params = { name: "deploy", arguments: { where }, _meta: meta, ...more };
      const response = await fetch(server.url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "deploy",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      });
      return (await response.json()) as {
        result?: { resultType: string; requestState?: string; structuredContent?: { status: string } };
        error?: { code: number; message: string };
      };
    };
  }
  const yes = { approval: { action: "accept", content: { approve: true } } };

  it("runs what was asked about, once", async () => {
    const call = await start();
    const asked = await call("prod");
    expect(asked.result?.resultType).toBe("input_required");
    const answer = { inputResponses: yes, requestState: asked.result?.requestState };
    expect((await call("prod", answer)).result?.structuredContent?.status).toBe("success");
    expect((await call("prod", answer)).result?.resultType).toBe("input_required");
  });

  it("is no yes for another command, nor without its question, nor when it was forged", async () => {
    const call = await start();
    const asked = await call("prod");
    const requestState = asked.result?.requestState;
    expect((await call("elsewhere", { inputResponses: yes, requestState })).result?.resultType).toBe("input_required");
    expect((await call("prod", { inputResponses: yes })).result?.resultType).toBe("input_required");
    expect((await call("prod", { inputResponses: yes, requestState: `${requestState}x` })).error?.code).toBe(-32_602);
    const no = { approval: { action: "decline" } };
    const refused = await call("prod", { inputResponses: no, requestState: (await call("prod")).result?.requestState });
    expect(refused.result?.structuredContent?.status).toBe("approval_required");
  });
});
