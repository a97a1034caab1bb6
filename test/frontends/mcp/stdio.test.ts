import { PassThrough } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, onTestFinished } from "vitest";
import { serveOnStreams } from "../../../src/frontends/mcp/stdio.js";
import { processesWith, uniqueSleep } from "../../support/processes.js";
import { connect, WAYS } from "./connect.js";
import { project, shell } from "./tools.js";

describe("200 calls at once over one session", () => {
  it.each([WAYS[0], WAYS[1]])("are all answered, the surplus with busy ($era era)", async (way) => {
    const { broker } = await project([shell("print", "seq 1 2000")], {
      limits: { concurrency: 4, queue: 100, caller_share: 1, queue_timeout: 120 },
    });
    const { client, close } = await connect(broker, way);
    onTestFinished(close);
    const before = liveHeap();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => client.callTool({ name: "print" }, { timeout: 120_000, onprogress: () => {} })),
    );
    const statuses = answers.map((answer) => (answer.structuredContent as { status: string }).status);
    expect(new Set(statuses)).toEqual(new Set(["success", "busy"]));
    expect(statuses.filter((status) => status === "success").length).toBeGreaterThanOrEqual(100);
    const busy = answers.find((answer) => (answer.structuredContent as { status: string }).status === "busy");
    expect((busy!.content[0] as { text: string }).text).toMatch(/Retry after \d/);
    expect(liveHeap() - before).toBeLessThan(32 * 1024 * 1024);
    expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
  });
});

/** Bytes in use after a collection. */
function liveHeap(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

describe("the end of the input", () => {
  it("stops what runs and what waits, and the server", async () => {
    const mark = uniqueSleep();
    const { broker } = await project([shell("long", `sleep ${mark} & exec sleep ${mark}`, { timeout: 400 })], {
      limits: { concurrency: 1 },
    });
    const input = new PassThrough();
    const output = new PassThrough();
    const served = serveOnStreams(broker, {
      version: "0",
      input,
      output: output.resume(),
      say: () => {},
      signal: new AbortController().signal,
    });
    const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
    });
    for (const id of [2, 3]) send({ id, method: "tools/call", params: { name: "long", arguments: {} } });
    send({ id: 4, method: "tools/call", params: { name: "run_start", arguments: { tool: "long" } } });
    await expect.poll(() => processesWith(`sleep ${mark}`).length, { timeout: 10_000 }).toBeGreaterThan(0);
    input.end();
    await served;
    expect(processesWith(`sleep ${mark}`)).toEqual([]);
    expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
  });
});

describe("clients of old revisions", () => {
  it("get no content that their revision does not know", async () => {
    const { broker } = await project([shell("many_lines", "seq 1 5000")]);
    const { client, close } = await connect(broker, WAYS[0], { supportedProtocolVersions: ["2025-03-26"] });
    onTestFinished(close);
    const answer = await client.callTool({ name: "many_lines" });
    expect(answer.content.map((block) => block.type)).toEqual(["text"]);
  });
});
