import { describe, expect, it, onTestFinished } from "vitest";
import { processesWith, uniqueSleep } from "../../support/processes.js";
import { connect, WAYS, type Way } from "./connect.js";
import { ASKING, project, shell, TOOLS } from "./tools.js";

async function start(way: Way, options: Parameters<typeof connect>[2] = {}, tools = TOOLS) {
  const { broker } = await project(tools, ASKING);
  const connection = await connect(broker, way, options);
  onTestFinished(() => connection.close());
  return { ...connection, broker };
}

const firstText = (result: { readonly content: readonly object[] }) => (result.content[0] as { text: string }).text;

describe.each(WAYS)("over $wire, $era era", (way) => {
  it("lists the registry's tools in order, then its own, with schemas and hints", async () => {
    const { client } = await start(way);
    expect(client.getProtocolEra()).toBe(way.era);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual([
      ...TOOLS.map((tool) => tool.name),
      "read_output",
      "run_start",
      "run_status",
      "run_wait",
      "run_cancel",
      "run_list",
    ]);
    const deploy = tools.find((tool) => tool.name === "deploy");
    expect(deploy?.inputSchema).toMatchObject({ type: "object", required: ["where"], additionalProperties: false });
    expect(deploy?.outputSchema?.type).toBe("object");
    expect(deploy?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: false });
    for (const tool of tools)
      expect(Object.keys(tool.annotations ?? {})).toEqual(
        expect.arrayContaining(["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]),
      );
  });

  it("answers with compact text and the Result as structured content", async () => {
    const { client } = await start(way);
    const answer = await client.callTool({ name: "hello" });
    expect(answer.isError).toBe(false);
    expect(answer.content).toHaveLength(1);
    expect(firstText(answer)).toMatch(
      /^success \(\d+\.\d s, 1 line of stdout, 1 line of stderr\)\nstdout:\nhello\nstderr:\naside$/,
    );
    expect(answer.structuredContent).toMatchObject({
      tool: "hello",
      status: "success",
      stdout: "hello\n",
      exit_code: 0,
    });
  });

  it("tells failures as tool errors that say what to do next", async () => {
    const { client } = await start(way);
    const failed = await client.callTool({ name: "fail" });
    expect(failed.isError).toBe(true);
    expect(firstText(failed)).toContain("failed (exit code 3");
    const misspelt = await client.callTool({ name: "hallo" });
    expect(misspelt.isError).toBe(true);
    expect(firstText(misspelt)).toContain('Next: Call "hello"');
    const missing = await client.callTool({ name: "deploy", arguments: {} });
    expect(missing.isError).toBe(true);
    expect(firstText(missing)).toContain("where");
  });

  it("links to the whole output, and reads it by resource and by tool", async () => {
    const { client } = await start(way);
    const answer = await client.callTool({ name: "many_lines" });
    const link = answer.content[1] as { type: string; uri: string; size: number };
    expect(link).toMatchObject({ type: "resource_link", mimeType: "text/plain", size: 23_893 });
    const part = await client.readResource({ uri: `${link.uri}?from=2500&to=2502` });
    expect(part.contents[0]).toMatchObject({ text: "2500\n2501\n2502\n" });
    const id = (answer.structuredContent as { output: { id: string } }).output.id;
    const read = await client.callTool({ name: "read_output", arguments: { id, tail: 2 } });
    expect(firstText(read)).toBe(`output ${id}: 2 lines\n4999\n5000\n`);
    const found = await client.callTool({ name: "read_output", arguments: { id, grep: "^77$" } });
    expect(firstText(found)).toContain("77");
    expect((await client.listResources()).resources[0]?.uri).toBe(link.uri);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(1);
    await expect(client.readResource({ uri: "agent-reach://output/nothing" })).rejects.toThrow(/nothing/);
    await expect(client.readResource({ uri: `${link.uri}?from=x` })).rejects.toThrow(/from must be a whole number/);
    const unknown = await client.callTool({ name: "read_output", arguments: { id: "nothing" } });
    expect(unknown.isError).toBe(true);
  });

  it("tells progress on output, ever rising, and only when asked", async () => {
    const { client } = await start(way);
    const seen: { progress: number; message?: string }[] = [];
    await client.callTool({ name: "steps" }, { onprogress: (update) => seen.push(update) });
    expect(seen.length).toBeGreaterThanOrEqual(2);
    expect(seen.map((update) => update.progress)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.some((update) => update.message?.startsWith("step"))).toBe(true);
  });

  it("kills the whole tree of a call that the client cancels", async () => {
    const mark = uniqueSleep();
    const { client, broker } = await start(way, {}, [
      shell("tree", `echo begun; sleep ${mark} & sleep ${mark}`, { timeout: 60 }),
      ...TOOLS,
    ]);
    const abort = new AbortController();
    const call = client.callTool(
      { name: "tree" },
      { signal: abort.signal, onprogress: (update) => update.message === "begun" && abort.abort() },
    );
    await expect(call).rejects.toThrow();
    await expect.poll(() => processesWith(`sleep ${mark}`), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => broker.stats().running).toBe(0);
    expect((await client.callTool({ name: "hello" })).isError).toBe(false);
  });

  it("asks the person behind the client, once for each call", async () => {
    const { client } = await start(way, { capabilities: { elicitation: { form: {} } } });
    const asked: string[] = [];
    const answers = [
      { action: "accept" as const, content: { approve: true } },
      { action: "accept" as const, content: { approve: false } },
      { action: "decline" as const },
    ];
    client.setRequestHandler("elicitation/create", (request) => {
      asked.push(request.params.message);
      return answers[asked.length - 1]!;
    });
    const deploy = () => client.callTool({ name: "deploy", arguments: { where: "two words" } });
    expect(firstText(await deploy())).toContain("deployed two words");
    expect(asked[0]).toContain('echo deployed "two words"');
    for (const _ of [1, 2]) {
      const refused = await deploy();
      expect(refused.isError).toBe(true);
      expect(refused.structuredContent).toMatchObject({ status: "approval_required", exit_code: null });
      expect(firstText(refused)).toContain("The person declined this call.");
    }
    expect(asked).toHaveLength(3);
  });

  it("says how to approve where the client cannot ask", async () => {
    const { client } = await start(way);
    const refused = await client.callTool({ name: "deploy", arguments: { where: "prod" } });
    expect(refused.isError).toBe(true);
    expect(firstText(refused)).toContain('Command: ["echo","deployed","prod"]');
    expect(firstText(refused)).toContain("Next: ");
    expect(refused.structuredContent).toMatchObject({ status: "approval_required" });
  });
});
