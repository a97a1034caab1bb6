import { describe, expect, it, onTestFinished } from "vitest";
import { processesWith, uniqueSleep } from "../../support/processes.js";
import { connect, WAYS, type Way } from "./connect.js";
import { project, shell, TOOLS } from "./tools.js";

async function start(way: Way, tools: Record<string, unknown>[] = TOOLS, options: Parameters<typeof connect>[2] = {}) {
  const { broker } = await project(tools);
  const { client, close } = await connect(broker, way, options);
  onTestFinished(close);
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const answer = await client.callTool({ name, arguments: args });
    return { text: (answer.content[0] as { text: string }).text, isError: answer.isError };
  };
  return { client, call };
}

const idIn = (text: string) => /run_[0-9a-f]+/.exec(text)![0];

describe.each([WAYS[0], WAYS[3]])("long runs over $wire, $era era", (way) => {
  it("start at once, are found without their id, and are cancelled with their tree", async () => {
    const mark = uniqueSleep();
    const { call } = await start(way, [shell("long", `echo begun; sleep ${mark} & sleep ${mark}`, { timeout: 400 })]);
    expect((await call("run_list")).text).toBe("No runs yet.");
    expect(await call("run_status")).toMatchObject({ isError: true });
    const started = await call("run_start", { tool: "long", label: "the build" });
    expect(started.text).toMatch(/^run_[0-9a-f]+ long "the build": (queued|running), /);
    await expect.poll(async () => (await call("run_status")).text).toContain("the last it printed:\nbegun");
    expect((await call("run_list")).text).toContain('long "the build": running');
    const stopped = await call("run_cancel", { run_id: idIn(started.text) });
    expect(stopped.text).toContain("cancelled");
    expect(stopped.text).toContain("begun");
    expect(processesWith(`sleep ${mark}`)).toEqual([]);
  });

  it("end by themselves when their time is up", async () => {
    const { call } = await start(way, [shell("long", "sleep 300", { timeout: 30 })]);
    await call("run_start", { tool: "long", timeout_ms: 300 });
    const waited = await call("run_wait", {});
    expect(waited.text).toContain(": timeout, ");
    expect(waited.text).toContain("AR_TIMEOUT_RUN");
  });

  it("are waited for, any or all, with a deadline", async () => {
    const { call } = await start(way);
    const sleeper = idIn((await call("run_start", { tool: "sleeper" })).text);
    const hello = idIn((await call("run_start", { tool: "hello" })).text);
    const any = await call("run_wait", { mode: "any" });
    expect(any.text).toContain(`${hello} hello: success`);
    expect(any.text).toContain("1 still open");
    const none = await call("run_wait", { timeout_s: 1 });
    expect(none.text).toContain(`${sleeper} sleeper: running`);
    expect(none.text).not.toContain(hello);
    await call("run_cancel", { run_id: sleeper });
    expect((await call("run_wait")).text).toContain("No run is open");
    expect((await call("run_wait", { run_ids: [hello, sleeper] })).text).toContain("hello: success");
  });

  it("are refused like calls: unknown tool, wrong arguments, no approval", async () => {
    const { call } = await start(way);
    expect((await call("run_start", { tool: "hallo" })).text).toContain('Call "hello"');
    expect(await call("run_start", { tool: "deploy", args: { where: 5, other: 1 } })).toMatchObject({ isError: true });
    expect((await call("run_start", { tool: "deploy", args: { where: "x" } })).text).toContain("approval_required");
    expect((await call("run_start", {})).text).toBe("invalid: tool is missing.");
    expect((await call("run_start", { tool: "hello", timeout: 5 })).text).toContain('There is no argument "timeout"');
    expect((await call("run_cancel", { run_id: "run_0" })).text).toContain('No run "run_0" is known.');
    expect((await call("run_wait", { timeout_s: 51 })).text).toContain("from 1 to 50");
  });

  it("ask for approval before they start", async () => {
    const { client, call } = await start(way, TOOLS, { capabilities: { elicitation: { form: {} } } });
    client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { approve: true } }));
    await call("run_start", { tool: "deploy", args: { where: "prod" } });
    expect((await call("run_wait")).text).toContain("deployed prod");
  });
});

describe("a registry with a tool named like one of ours", () => {
  it("keeps its name, and ours gets a prefix", async () => {
    const { client, call } = await start(WAYS[1], [shell("run_list", "echo mine")]);
    const names = (await client.listTools()).tools.map((tool) => tool.name);
    expect(names).toContain("agent_reach_run_list");
    expect(new Set(names).size).toBe(names.length);
    expect((await call("run_list")).text).toContain("mine");
    expect((await call("agent_reach_run_list")).text).toBe("No runs yet.");
  });
});
