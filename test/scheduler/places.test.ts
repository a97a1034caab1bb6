import { describe, expect, test } from "vitest";
import { Harness, settle } from "./harness.js";

describe("a full queue", () => {
  test("refuses at once and says how full it is and when to come back", async () => {
    const system = new Harness({ concurrency: 2, queue: 3 });
    for (let n = 0; n < 2; n++) system.submit(`warm${n}`);
    await system.drain(400);
    for (let n = 0; n < 6; n++) system.submit(`j${n}`);
    await settle();
    expect(system.fault("j4")).toBeUndefined();
    expect(system.fault("j5")).toMatchObject({
      code: "AR_QUEUE_FULL",
      message: "The queue is full: 3 calls wait and 2 run.",
      details: { queue_depth: 3, running: 2, limit: "queue", queue: 3, concurrency: 2 },
      // 3 wait and this one; two run at a time, for about 0.4 s each.
      retryAfterMs: expect.toSatisfy((ms: number) => ms >= 800 && ms <= 1_000),
    });
  });

  test("does not refuse what can start at once", async () => {
    const system = new Harness({ concurrency: 2, queue: 1, groups: { cpu: 1 } });
    for (const id of ["cpu1", "cpu2", "cpu3"]) system.submit(id, { group: "cpu" });
    system.submit("io", { group: "io" });
    await settle();
    expect(system.admitted).toEqual(["cpu1", "io"]);
    expect(system.fault("cpu3")?.code).toBe("AR_QUEUE_FULL");
  });

  test("a queue of 0 runs what it can and refuses the rest", async () => {
    const system = new Harness({ queue: 0 });
    system.submit("runs");
    system.submit("refused");
    await settle();
    expect([system.admitted, system.fault("refused")?.code]).toEqual([["runs"], "AR_QUEUE_FULL"]);
  });

  test("the advice to retry stays between a blink and a minute", async () => {
    const system = new Harness({ queue: 0 });
    for (const [id, ms] of [
      ["quick", 0],
      ["slow", 1e9],
    ] as const) {
      system.submit(id);
      await system.drain(ms);
    }
    const after = (id: string) => system.fault(id)?.retryAfterMs;
    system.submit("running");
    system.submit("late");
    await settle();
    expect(after("late")).toBe(60_000);
    const fresh = new Harness({ queue: 0 });
    fresh.submit("quick");
    await fresh.drain(0);
    fresh.submit("running");
    fresh.submit("early");
    await settle();
    expect(fresh.fault("early")?.retryAfterMs).toBe(50);
  });
});

describe("shares of the queue", () => {
  const fill = (system: Harness, caller: string, count: number) => {
    for (let n = 0; n < count; n++) system.submit(`${caller}${n}`, { caller });
  };

  test("a caller that is alone has the whole queue", async () => {
    const system = new Harness({ queue: 4, callerShare: 0.5 });
    fill(system, "", 6);
    await settle();
    expect(system.scheduler.stats().queued).toBe(4);
    expect(system.fault("5")?.code).toBe("AR_QUEUE_FULL");
  });

  test("beside others it has its share and no more", async () => {
    const system = new Harness({ queue: 8, callerShare: 0.25 });
    system.submit("runs");
    system.submit("other", { caller: "b" });
    fill(system, "a", 3);
    await settle();
    expect(system.fault("a1")).toBeUndefined();
    expect(system.fault("a2")).toMatchObject({
      code: "AR_QUEUE_SHARE",
      message: 'The share of caller "a" in the queue is used up: 2 of its calls wait, 2 may while others wait too.',
      details: { limit: "caller_share", caller_depth: 2, caller_share: 2, queue: 8, queue_depth: 3 },
    });
  });

  test("who filled the queue while alone makes room for others, last in order first", async () => {
    const system = new Harness({ queue: 4, callerShare: 0.5 });
    fill(system, "a", 5);
    system.submit("b0", { caller: "b" });
    system.submit("b1", { caller: "b" });
    system.submit("b2", { caller: "b" });
    await settle();
    expect(["a4", "a3", "a2"].map((id) => system.fault(id)?.code)).toEqual([
      "AR_QUEUE_SHARE",
      "AR_QUEUE_SHARE",
      undefined,
    ]);
    expect(system.fault("a4")?.details).toMatchObject({ queue_depth: 4, running: 1 });
    expect(system.fault("a4")?.message).toMatch(/caller "a" held 4 of its 4 places: this one went to another caller/);
    expect(["b0", "b1", "b2"].map((id) => system.fault(id)?.code)).toEqual([undefined, undefined, "AR_QUEUE_SHARE"]);
  });

  test("even the least share is one place", async () => {
    const system = new Harness({ queue: 3, callerShare: 0 });
    system.submit("runs");
    fill(system, "a", 1);
    fill(system, "b", 2);
    await settle();
    expect([system.fault("b0"), system.fault("b1")?.code]).toEqual([undefined, "AR_QUEUE_SHARE"]);
  });
});
