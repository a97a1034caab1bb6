import { Agent, OpenAIProvider, Runner } from "@openai/agents";
import { describe, expect, it } from "vitest";
import { agentReachTools } from "../../src/adapters/openai-agents.js";
import { modelServer } from "./model-server.js";
import { EXPECTED, scenario } from "./scenario.js";

async function start(tools: ReturnType<typeof agentReachTools>) {
  const server = await modelServer();
  const modelProvider = new OpenAIProvider({ baseURL: `${server.url}/v1`, apiKey: "none", useResponses: true });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  const agent = new Agent({ name: "tester", instructions: "Use the tools.", model: "mock", tools });
  return { server, runner, agent };
}

describe("the OpenAI Agents adapter", () => {
  it("does a full round: parallel, failure, cancellation, approval by interruption", async () => {
    const { broker, hooks, events } = await scenario();
    const { server, runner, agent } = await start(agentReachTools(broker, hooks));
    const first = await runner.run(agent, "Go.");
    expect(first.interruptions.map((interruption) => interruption.name)).toEqual(["deploy"]);
    expect(events.filter((event) => event.startsWith("deploy"))).toEqual([]);
    expect(events.indexOf("fail:started")).toBeLessThan(events.indexOf("hello:settled"));
    for (const interruption of first.interruptions) first.state.approve(interruption);
    const second = await runner.run(agent, first.state);
    expect(second.finalOutput).toBe("done");
    const told = Object.fromEntries(
      second.history.flatMap((item) =>
        item.type === "function_call_result" ? [[item.callId, (item.output as { text: string }).text]] : [],
      ),
    );
    for (const [id, expected] of Object.entries(EXPECTED)) expect(told[id]).toMatch(expected);
    expect(server.bodies()).toHaveLength(2);
    expect(events.filter((event) => event === "hello:started")).toHaveLength(1);
  });

  it("does not run what the person refused", async () => {
    const { broker, hooks, events } = await scenario();
    const { runner, agent } = await start(agentReachTools(broker, hooks));
    const first = await runner.run(agent, "Go.");
    for (const interruption of first.interruptions) first.state.reject(interruption);
    expect((await runner.run(agent, first.state)).finalOutput).toBe("done");
    expect(events.filter((event) => event.startsWith("deploy"))).toEqual([]);
  });

  it("stops what runs when the run's signal aborts", async () => {
    const { broker } = await scenario();
    const abort = new AbortController();
    const { runner, agent } = await start(
      agentReachTools(broker, {
        onEvent: (event, call) => call.tool === "sleeper" && event.type === "output" && abort.abort(),
      }),
    );
    await runner.run(agent, "Go.", { signal: abort.signal }).catch(() => {});
    await expect.poll(() => broker.stats().running).toBe(0);
  });
});
