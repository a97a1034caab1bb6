import { generateText, type ModelMessage, stepCountIs, type ToolContent } from "ai";
import { MockLanguageModelV3 } from "ai/test";
import { describe, expect, it } from "vitest";
import { agentReachTools } from "../../src/adapters/ai-sdk.js";
import { CALLS, EXPECTED, scenario } from "./scenario.js";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** Calls the four tools, then says "done". */
function mockModel(calls = CALLS as readonly { id: string; name: string; arguments: object }[]) {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) =>
      prompt.some((message) => message.role === "tool")
        ? {
            content: [{ type: "text", text: "done" }],
            finishReason: { unified: "stop", raw: "stop" },
            usage,
            warnings: [],
          }
        : {
            content: calls.map((call) => ({
              type: "tool-call" as const,
              toolCallId: call.id,
              toolName: call.name,
              input: JSON.stringify(call.arguments),
            })),
            finishReason: { unified: "tool-calls", raw: "tool_calls" },
            usage,
            warnings: [],
          },
  });
}

describe("the AI SDK adapter", () => {
  it("does a full round: parallel, failure, cancellation, approval", async () => {
    const { broker, hooks, events } = await scenario();
    const model = mockModel();
    const tools = agentReachTools(broker, hooks);
    const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
    const first = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
    const asked = first.content.filter((part) => part.type === "tool-approval-request");
    expect(asked.map((part) => part.toolCall.toolName)).toEqual(["deploy"]);
    expect(events.filter((event) => event.startsWith("deploy"))).toEqual([]);
    expect(events.indexOf("fail:started")).toBeLessThan(events.indexOf("hello:settled"));

    messages.push(...first.response.messages, {
      role: "tool",
      content: asked.map(({ approvalId }) => ({ type: "tool-approval-response" as const, approvalId, approved: true })),
    });
    const second = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
    expect(second.text).toBe("done");

    const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
    const outputs = prompt.flatMap((message) => (message.role === "tool" ? (message.content as ToolContent) : []));
    const told = Object.fromEntries(
      outputs.flatMap((part) =>
        part.type === "tool-result" ? [[part.toolCallId, part.output as { type: string; value: string }]] : [],
      ),
    );
    for (const [id, expected] of Object.entries(EXPECTED)) expect(told[id]?.value).toMatch(expected);
    expect(Object.values(told).filter((output) => output.type === "error-text")).toHaveLength(2);
  });

  it("does not run what the person refused", async () => {
    const { broker, hooks, events } = await scenario();
    const model = mockModel(CALLS.slice(3));
    const tools = agentReachTools(broker, hooks);
    const messages: ModelMessage[] = [{ role: "user", content: "Go." }];
    const first = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
    const [asked] = first.content.filter((part) => part.type === "tool-approval-request");
    messages.push(...first.response.messages, {
      role: "tool",
      content: [{ type: "tool-approval-response", approvalId: asked!.approvalId, approved: false }],
    });
    await generateText({ model, tools, messages, stopWhen: stepCountIs(5) });
    expect(events).toEqual([]);
  });

  it("stops the run when the SDK's signal aborts, and streams output before", async () => {
    const { broker } = await scenario();
    const abort = new AbortController();
    const tool = agentReachTools(broker).sleeper!;
    const seen: unknown[] = [];
    const run = tool.execute!({}, { toolCallId: "c", messages: [], abortSignal: abort.signal }) as AsyncIterable<{
      status: string;
      text?: string;
    }>;
    for await (const output of run) {
      seen.push(output.status === "running" ? output : output.status);
      abort.abort();
    }
    expect(seen).toEqual([{ status: "running", text: "begun\n" }, "cancelled"]);
  });
});
