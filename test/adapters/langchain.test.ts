import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, interrupt, MemorySaver, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { describe, expect, it } from "vitest";
import { agentReachTools } from "../../src/adapters/langchain.js";
import { CALLS, EXPECTED, scenario } from "./scenario.js";

const toolCalls = CALLS.map((call) => ({
  id: call.id,
  name: call.name,
  args: call.arguments,
  type: "tool_call" as const,
}));

/** Calls the four tools, then says "done". */
const model = async ({ messages }: { messages: BaseMessage[] }) => ({
  messages: [
    messages.some(ToolMessage.isInstance)
      ? new AIMessage("done")
      : new AIMessage({ content: "", tool_calls: toolCalls }),
  ],
});

/** Each call is a task of its own, so that a pause for one does not run the others again. */
const fanOut = ({ messages }: { messages: BaseMessage[] }) => {
  const last = messages.at(-1) as AIMessage;
  return (last.tool_calls ?? []).map((call) => new Send("tools", { lg_tool_call: { ...call, type: "tool_call" } }));
};

describe("the LangChain adapter in a LangGraph ToolNode", () => {
  it("does a full round: parallel, failure, cancellation, approval by interrupt", async () => {
    const { broker, hooks, events } = await scenario();
    const tools = agentReachTools(broker, {
      ...hooks,
      approve: ({ argv, cwd }) => interrupt({ argv, cwd }) === "yes",
    });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", model)
      .addNode("tools", new ToolNode(tools))
      .addEdge(START, "model")
      .addConditionalEdges("model", fanOut, ["tools"])
      .addEdge("tools", "model")
      .compile({ checkpointer: new MemorySaver() });
    const config = { configurable: { thread_id: "1" }, streamMode: "custom" as const };

    const progress: { tool: string; type: string; tool_call_id: string }[] = [];
    for await (const chunk of await graph.stream({ messages: [new HumanMessage("Go.")] }, config)) progress.push(chunk);
    expect(progress).toContainEqual(
      expect.objectContaining({ tool: "hello", type: "output", tool_call_id: "call_hello" }),
    );
    expect(events.indexOf("fail:started")).toBeLessThan(events.indexOf("hello:settled"));
    const paused = await graph.getState(config);
    expect(paused.tasks.flatMap((task) => task.interrupts.map((one) => one.value))).toEqual([
      { argv: ["echo", "deployed", "prod"], cwd: expect.any(String) },
    ]);
    expect(events).not.toContain("deploy:started");

    const { messages } = await graph.invoke(new Command({ resume: "yes" }), { configurable: config.configurable });
    expect(messages.at(-1)?.content).toBe("done");
    const told = Object.fromEntries(
      messages.filter(ToolMessage.isInstance).map((message) => [message.tool_call_id, message]),
    );
    for (const [id, expected] of Object.entries(EXPECTED)) expect(told[id]?.content).toMatch(expected);
    expect(Object.values(told).map((message) => message.status)).toEqual(["success", "error", "error", "success"]);
    expect(told.call_fail?.artifact).toMatchObject({ status: "failed", exit_code: 3 });
    expect(events.filter((event) => event === "hello:started")).toHaveLength(1);
  });

  it("stops the run when the config's signal aborts; answers text to a plain invoke", async () => {
    const { broker } = await scenario();
    const abort = new AbortController();
    const tools = agentReachTools(broker, { onEvent: (event) => event.type === "output" && abort.abort() });
    const sleeper = tools.find((tool) => tool.name === "sleeper");
    await expect(sleeper?.invoke({}, { signal: abort.signal })).rejects.toThrow();
    await expect.poll(() => broker.stats().running).toBe(0);
    const hello = agentReachTools(broker, { only: ["hello"] });
    expect(hello).toHaveLength(1);
    expect(await hello[0]?.invoke({})).toMatch(EXPECTED.call_hello!);
  });

  it("answers approval_required where nobody can be asked", async () => {
    const { broker } = await scenario();
    const deploy = agentReachTools(broker, { only: ["deploy"] })[0];
    expect(await deploy?.invoke({ where: "prod" })).toContain('Command: ["echo","deployed","prod"]');
  });
});
