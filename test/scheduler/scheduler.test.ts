import { describe, expect, test } from "vitest";
import { Harness, settle } from "./harness.js";

describe("order", () => {
  test("higher priority first, then first come", async () => {
    const system = new Harness();
    for (const [id, priority] of Object.entries({ first: 0, low: -100, a: 0, high: 100, b: 0, urgent: 100 })) {
      system.submit(id, { priority });
    }
    await system.drain();
    expect(system.admitted).toEqual(["first", "high", "urgent", "a", "b", "low"]);
  });

  test("a second of waiting is worth a point", async () => {
    const system = new Harness();
    system.submit("first");
    system.submit("waiting");
    system.clock.advance(2_500);
    system.submit("2 points", { priority: 2 });
    system.submit("3 points", { priority: 3 });
    await system.drain();
    expect(system.admitted).toEqual(["first", "3 points", "waiting", "2 points"]);
  });
});

describe("what stands in the way of one does not delay another", () => {
  test("a full group", async () => {
    const system = new Harness({ concurrency: 4, groups: { cpu: 1 } });
    for (const id of ["cpu1", "cpu2", "cpu3"]) system.submit(id, { group: "cpu", priority: 50 });
    system.submit("io", { group: "io" });
    await settle();
    expect(system.admitted).toEqual(["cpu1", "io"]);
  });

  test("a held lock, also within its group", async () => {
    const system = new Harness({ concurrency: 4, groups: { io: 2 } });
    for (const id of ["a1", "a2", "a3"]) system.submit(id, { group: "io", locks: ["a"] });
    system.submit("plain", { group: "io" });
    await settle();
    expect(system.admitted).toEqual(["a1", "plain"]);
  });

  test("a job that waits for its group alone takes no slot from other groups", async () => {
    const system = new Harness({ concurrency: 2 });
    system.submit("long", { group: "io" });
    system.submit("alone", { group: "io", aloneInGroup: true, priority: 100 });
    system.submit("cpu1", { group: "cpu" });
    system.submit("cpu2", { group: "cpu" });
    await settle();
    await system.release("cpu1");
    expect(system.admitted).toEqual(["long", "cpu1", "cpu2"]);
    await system.release("long");
    expect(system.admitted.at(-1)).toBe("alone");
  });

  test("two jobs that want the same two locks in different order", async () => {
    const system = new Harness({ concurrency: 4 });
    system.submit("ab", { locks: ["a", "b"] });
    system.submit("ba", { locks: ["b", "a"] });
    system.submit("b", { locks: ["b"] });
    await system.drain();
    expect(system.admitted).toEqual(["ab", "ba", "b"]);
  });
});

describe("close", () => {
  test("rejects what waits and what comes later, and leaves what runs alone", async () => {
    const system = new Harness({ concurrency: 1, queueTimeoutMs: 5_000 });
    system.submit("runs");
    system.submit("waits");
    await settle();
    system.scheduler.close();
    system.submit("late");
    system.scheduler.close();
    await settle();
    expect(["waits", "late"].map((id) => system.fault(id)?.code)).toEqual(["AR_SHUTDOWN", "AR_SHUTDOWN"]);
    expect(system.scheduler.stats()).toMatchObject({ running: 1, queued: 0 });
    await system.drain();
    expect(system.scheduler.stats()).toMatchObject({ running: 0 });
    expect([...system.answers.values()].map((answers) => answers.length)).toEqual([1, 1, 1]);
    expect(system.clock.pendingTimers).toBe(0);
  });
});

test("stats tell of every group that has a limit or a job", async () => {
  const system = new Harness({ concurrency: 2, groups: { cpu: 1 } });
  for (const group of ["io", "__proto__", "io", "constructor"]) system.submit(`${group}${system.jobs.size}`, { group });
  await settle();
  const { groups } = system.scheduler.stats();
  expect(Object.entries(groups)).toEqual([
    ["cpu", { running: 0, queued: 0 }],
    ["io", { running: 1, queued: 1 }],
    ["__proto__", { running: 1, queued: 0 }],
    ["constructor", { running: 0, queued: 1 }],
  ]);
});

test.each([
  [{ concurrency: 0 }, /concurrency must be a whole number of 1 or more, not 0/],
  [{ concurrency: Number.NaN }, /concurrency/],
  [{ queue: -1 }, /queue must be a whole number of 0 or more/],
  [{ groups: { cpu: 0.5 } }, /groups\.cpu/],
])("limits that would let nothing run are refused: %o", (options, message) => {
  expect(() => new Harness(options)).toThrow(message);
});
