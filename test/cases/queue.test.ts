import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createBroker } from "../../src/index.js";
import { fixedTool, makeProject } from "../support/project.js";

describe("queue", () => {
  it("40: a call cancelled while queued settles at once, never runs, and lets the next one run", async () => {
    const tools = [
      fixedTool(["sleep", "0.5"], { name: "slow" }),
      fixedTool(["touch", "made"], { name: "make" }),
      fixedTool(["true"], { name: "quick" }),
    ];
    const project = makeProject({ tools, config: { limits: { concurrency: 1, queue: 8 } } });
    const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
    const controller = new AbortController();
    const slow = broker.execute({ tool: "slow" });
    const cancelled = broker.execute({ tool: "make" }, { signal: controller.signal });
    const quick = broker.execute({ tool: "quick" });
    controller.abort();
    const started = performance.now();
    expect(await cancelled).toMatchObject({ status: "cancelled", duration_ms: null, error: { code: "AR_CANCELLED" } });
    expect(performance.now() - started).toBeLessThan(100);
    expect((await slow).status).toBe("success");
    expect((await quick).status).toBe("success");
    expect(existsSync(`${project.dir}/made`)).toBe(false);
    expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
    await broker.close();
  });

  it("42: the surplus is busy at once, with what a caller needs to decide", async () => {
    const project = makeProject({
      tools: [fixedTool(["sleep", "1"])],
      config: { limits: { concurrency: 1, queue: 2, caller_share: 1 } },
    });
    const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
    const started = performance.now();
    const controller = new AbortController();
    const calls = Array.from({ length: 8 }, () => broker.execute({ tool: "t" }, { signal: controller.signal }));
    const busy = await Promise.all(calls.slice(3));
    expect(performance.now() - started).toBeLessThan(500);
    for (const result of busy) {
      expect(result).toMatchObject({
        status: "busy",
        error: { code: "AR_QUEUE_FULL", retryable: true, details: { queue_depth: 2, running: 1 } },
      });
      expect(result.error?.retry_after_ms).toBeGreaterThan(0);
    }
    controller.abort();
    for (const result of await Promise.all(calls.slice(0, 3))) expect(result.status).toBe("cancelled");
    await broker.close();
  });

  it("a wait above the queue's limit is busy", async () => {
    const project = makeProject({
      tools: [fixedTool(["sleep", "1"])],
      config: { limits: { concurrency: 1, queue: 8, queue_timeout: 0.2 } },
    });
    const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
    const first = broker.execute({ tool: "t" });
    expect(await broker.execute({ tool: "t" })).toMatchObject({ status: "busy", error: { code: "AR_QUEUE_TIMEOUT" } });
    expect((await first).status).toBe("success");
    await broker.close();
  });

  it("closing stops what runs and answers what waits", async () => {
    const project = makeProject({
      tools: [fixedTool(["sleep", "30"])],
      config: { limits: { concurrency: 1, queue: 8 } },
    });
    const broker = await createBroker({ config: `${project.dir}/agent-reach.toml` });
    const calls = [broker.execute({ tool: "t" }), broker.execute({ tool: "t" })];
    await broker.close();
    for (const call of calls) expect(await call).toMatchObject({ status: "cancelled", error: { code: "AR_SHUTDOWN" } });
    expect(await broker.execute({ tool: "t" })).toMatchObject({ status: "cancelled", error: { code: "AR_SHUTDOWN" } });
  });
});
