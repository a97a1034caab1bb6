import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Harness, settle } from "./harness.js";

/** Turns of others before `id` had its own, counted from when it was submitted. */
async function turnsUntil(system: Harness, id: string, stepMs: number): Promise<number> {
  const before = system.admitted.length;
  for (;;) {
    await settle();
    const place = system.admitted.indexOf(id);
    if (place >= 0) return place - before;
    system.clock.advance(stepMs);
    await system.release(system.running.keys().next().value!);
  }
}

describe("callers take turns", () => {
  test.each([0, 1, 1_000])("10,000 jobs of one caller delay one of another by a turn (%i ms a run)", async (stepMs) => {
    const system = new Harness({ concurrency: 2 });
    for (let n = 0; n < 10_000; n++) system.submit(`flood${n}`, { caller: "flood" });
    await settle();
    system.clock.advance(60_000);
    system.submit("single", { caller: "quiet" });
    expect(await turnsUntil(system, "single", stepMs)).toBeLessThanOrEqual(1);
  });

  test("behind a lock and within a group too", async () => {
    const shapes = [{ locks: ["x"] }, { group: "cpu" }, { group: "cpu", aloneInGroup: true }];
    for (const shape of shapes) {
      const system = new Harness({ concurrency: 4, groups: { cpu: 1 } });
      for (let n = 0; n < 1_000; n++) system.submit(`flood${n}`, { ...shape, caller: "flood" });
      await settle();
      system.clock.advance(60_000);
      system.submit("single", { ...shape, caller: "quiet" });
      expect(await turnsUntil(system, "single", 10)).toBeLessThanOrEqual(1);
    }
  });

  test("a flood behind a lock leaves the group to others", async () => {
    const system = new Harness({ concurrency: 4, groups: { io: 1 } });
    for (let n = 0; n < 1_000; n++) system.submit(`flood${n}`, { group: "io", locks: ["x"], caller: "flood" });
    await settle();
    system.clock.advance(60_000);
    system.submit("single", { group: "io", caller: "quiet" });
    expect(await turnsUntil(system, "single", 10)).toBeLessThanOrEqual(1);
  });

  test("each of many gets as much as the others, whatever each has queued", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 2, maxLength: 5 }), async (counts) => {
        const system = new Harness({ concurrency: 1 });
        system.submit("first", { caller: "first" });
        counts.forEach((count, caller) => {
          for (let n = 0; n < count; n++) system.submit(`${caller}:${n}`, { caller: `c${caller}` });
        });
        await system.drain(7);
        const rounds = system.admitted.slice(1, 20 * counts.length).map((id) => id.split(":")[0]);
        const shares = counts.map((_, caller) => rounds.filter((each) => each === String(caller)).length);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });
});

describe("nothing starves", () => {
  /** Keeps `width` jobs of a kind coming, each as the one before ends, for `runs` runs of a second. */
  async function stream(system: Harness, runs: number, width: number, next: () => void): Promise<void> {
    for (let n = 0; n < width; n++) next();
    for (let n = 0; n < runs; n++) {
      await settle();
      system.clock.advance(1_000);
      const oldest = [...system.running.keys()].find((id) => id.startsWith("stream"));
      next();
      if (oldest !== undefined) await system.release(oldest);
    }
  }
  const streamOf = (system: Harness, job: Parameters<Harness["submit"]>[1]) => () => {
    system.submit(`stream${system.jobs.size}`, job);
  };

  test("a job that needs its group alone, under a stream that never lets the group be empty", async () => {
    const system = new Harness({ concurrency: 3 });
    const next = streamOf(system, { group: "io" });
    await stream(system, 3, 4, next);
    system.submit("alone", { group: "io", aloneInGroup: true });
    await stream(system, 8, 0, next);
    expect(system.admitted).toContain("alone");
  });

  test("a job that needs two locks, under streams that hold one each", async () => {
    const system = new Harness({ concurrency: 4 });
    const a = streamOf(system, { locks: ["a"] });
    const b = streamOf(system, { locks: ["b"] });
    const both = () => [a, b].forEach((next) => void next());
    await stream(system, 4, 2, both);
    system.submit("both", { locks: ["a", "b"] });
    await stream(system, 20, 0, both);
    expect(system.admitted).toContain("both");
  });

  test("a job of low priority, under a stream of higher ones: a point a second", async () => {
    const system = new Harness({ concurrency: 1 });
    const next = streamOf(system, { priority: 20 });
    await stream(system, 3, 2, next);
    system.submit("low");
    await stream(system, 15, 0, next);
    expect(system.admitted).not.toContain("low");
    await stream(system, 15, 0, next);
    expect(system.admitted).toContain("low");
  });

  test("a job in a busy group, whose caller has turns in another all the time", async () => {
    const system = new Harness({ concurrency: 2, groups: { io: 1, cpu: 1 } });
    const io = streamOf(system, { group: "io", caller: "b" });
    const cpu = streamOf(system, { group: "cpu", caller: "a" });
    const both = () => [io, cpu].forEach((next) => void next());
    await stream(system, 4, 2, both);
    system.submit("waits", { group: "io", caller: "a" });
    await stream(system, 12, 0, both);
    expect(system.admitted).toContain("waits");
  });
});
