import { expect, test } from "vitest";
import type { Job } from "../../src/contract/index.js";
import { Harness, settle } from "./harness.js";

const COUNT = 100_000;

/** Far above what is needed (about a second), far below what looking at every waiting job each time would take (hours). */
const GENEROUS_MS = 30_000;

const shapes: Record<string, (n: number) => Partial<Job>> = {
  "one caller, one group": () => ({}),
  "1,000 callers and mixed priorities": (n) => ({ caller: `c${n % 1_000}`, priority: (n % 201) - 100 }),
  "all behind one lock": (n) => ({ locks: ["git:/repo"], caller: `c${n % 10}` }),
  "a lock for each": (n) => ({ locks: [`git:/repo/${n}`] }),
  "100 groups, a tenth alone": (n) => ({ group: `g${n % 100}`, aloneInGroup: n % 10 === 0 }),
};

test.each(Object.keys(shapes))("100,000 jobs wait, are cancelled and run: %s", { timeout: 120_000 }, async (name) => {
  const began = performance.now();
  const system = new Harness({ concurrency: 8, queue: COUNT, groups: { default: 4 } });
  const tickets = Array.from({ length: COUNT }, (_, n) => system.submit(`j${n}`, shapes[name]!(n)));
  await settle();
  const cancelled = tickets.filter((ticket, n) => n % 3 === 0 && ticket.cancel()).length;
  while (system.running.size > 0) {
    for (const id of [...system.running.keys()]) {
      system.running.get(id)!.release();
      system.running.delete(id);
    }
    system.clock.advance(1);
    await settle();
  }
  expect(system.admitted.length + cancelled).toBe(COUNT);
  expect(system.scheduler.stats()).toMatchObject({ running: 0, queued: 0 });
  expect(performance.now() - began).toBeLessThan(GENEROUS_MS);
});
