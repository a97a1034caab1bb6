import Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { agentReachTools } from "../../src/adapters/anthropic.js";
import { modelServer } from "./model-server.js";
import { EXPECTED, scenario } from "./scenario.js";

interface ToolResult {
  readonly type: string;
  readonly tool_use_id: string;
  readonly content: string;
  readonly is_error?: boolean;
}

describe("the Anthropic adapter with the tool runner", () => {
  it("does a full round: parallel, failure, cancellation, approval", async () => {
    const { broker, hooks, events } = await scenario();
    const server = await modelServer();
    const client = new Anthropic({ baseURL: server.url, apiKey: "none" });
    const asked: string[] = [];
    const runner = client.beta.messages.toolRunner({
      model: "mock",
      max_tokens: 100,
      messages: [{ role: "user", content: "Go." }],
      tools: agentReachTools(broker, {
        ...hooks,
        approve: (_explanation, call) => asked.push(`${call.id} ${call.tool}`) > 0,
      }),
    });
    const last = await runner.runUntilDone();
    expect(last.content).toMatchObject([{ type: "text", text: "done" }]);
    expect(asked).toEqual(["call_deploy deploy"]);
    expect(events.indexOf("fail:started")).toBeLessThan(events.indexOf("hello:settled"));
    const results = runner.params.messages.at(-2)?.content as unknown as readonly ToolResult[];
    expect(results).toHaveLength(4);
    for (const result of results) {
      expect(result.content).toMatch(EXPECTED[result.tool_use_id]!);
      expect(result.is_error ?? false).toBe(["call_fail", "call_sleeper"].includes(result.tool_use_id));
    }
  });

  it("stops what runs when the runner's signal aborts", async () => {
    const { broker } = await scenario();
    const server = await modelServer();
    const client = new Anthropic({ baseURL: server.url, apiKey: "none" });
    const abort = new AbortController();
    const runner = client.beta.messages.toolRunner(
      {
        model: "mock",
        max_tokens: 100,
        messages: [{ role: "user", content: "Go." }],
        tools: agentReachTools(broker, {
          onEvent: (event, call) => call.tool === "sleeper" && event.type === "output" && abort.abort(),
        }),
      },
      { signal: abort.signal },
    );
    await expect(runner.runUntilDone()).rejects.toThrow();
    await expect.poll(() => broker.stats().running).toBe(0);
  });
});
