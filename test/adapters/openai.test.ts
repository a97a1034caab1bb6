import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { agentReachTools } from "../../src/adapters/openai.js";
import { modelServer } from "./model-server.js";
import { EXPECTED, scenario } from "./scenario.js";

describe("the OpenAI adapter with runTools", () => {
  it("does a full round: parallel, failure, cancellation, approval", async () => {
    const { broker, hooks, events } = await scenario();
    const server = await modelServer();
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none" });
    const asked: unknown[] = [];
    const runner = client.chat.completions.runTools({
      model: "mock",
      messages: [{ role: "user", content: "Go." }],
      tools: agentReachTools(broker, {
        ...hooks,
        approve: ({ argv }, call) => {
          asked.push(argv, call.tool);
          return true;
        },
      }),
    });
    expect(await runner.finalContent()).toBe("done");
    expect(asked).toEqual([["echo", "deployed", "prod"], "deploy"]);
    expect(events.indexOf("fail:started")).toBeLessThan(events.indexOf("hello:settled"));
    const told = Object.fromEntries(
      runner.messages.flatMap((message) => (message.role === "tool" ? [[message.tool_call_id, message.content]] : [])),
    );
    for (const [id, expected] of Object.entries(EXPECTED)) expect(told[id]).toMatch(expected);
    expect(server.bodies()).toHaveLength(2);
  });

  it("stops what runs when the runner is aborted", async () => {
    const { broker } = await scenario();
    const server = await modelServer();
    const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: "none" });
    const runner = client.chat.completions.runTools({
      model: "mock",
      messages: [{ role: "user", content: "Go." }],
      tools: agentReachTools(broker, {
        onEvent: (event, call) => call.tool === "sleeper" && event.type === "output" && runner.abort(),
      }),
    });
    await expect(runner.done()).rejects.toThrow();
    await expect.poll(() => broker.stats().running).toBe(0);
  });
});
