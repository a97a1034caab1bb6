import { expect, test } from "vitest";
import type { Job } from "../../src/contract/index.js";
import { Harness, settle } from "./harness.js";

test("who has waited for so long is told what it waited for", async () => {
  const system = new Harness({ concurrency: 2, queueTimeoutMs: 5_000, groups: { cpu: 1 } });
  system.submit("cpu", { group: "cpu", locks: ["x"] });
  system.submit("group", { group: "cpu" });
  system.clock.advance(1_000);
  system.submit("lock", { locks: ["x"] });
  system.submit("other");
  system.submit("slot");
  system.clock.advance(3_999);
  await settle();
  expect(system.fault("group")).toBeUndefined();
  system.clock.advance(1);
  await settle();
  expect(system.fault("group")).toMatchObject({
    code: "AR_QUEUE_TIMEOUT",
    message:
      'The call waited 5 s in the queue, as 1 call of the group "cpu" ran, which is its limit, and was not started.',
    details: { kind: "queue", limit: "queue_timeout", queue_timeout_ms: 5_000, waiting_for: "group" },
  });
  expect(system.fault("lock")).toBeUndefined();
  system.clock.advance(1_000);
  await settle();
  expect(system.fault("lock")?.details).toMatchObject({ waiting_for: "lock" });
  expect(system.fault("slot")?.details).toMatchObject({ waiting_for: "slot" });
  expect(system.clock.pendingTimers).toBe(0);
  expect(system.running.size).toBe(2);
});

test.each<[string, Partial<Job>, Partial<Job>, RegExp]>([
  ["slot", {}, {}, /as 2 calls ran, which is the limit,/],
  ["slot", {}, { group: "a" }, /as 2 calls ran, which is the limit,/],
  ["exclusive", { aloneInGroup: true }, { group: "b" }, /alone in the group "b" and others of it ran/],
  ["lock", { locks: ["x"] }, { locks: ["x"] }, /another call held its lock/],
])("it is told %s for a job with %j beside two with %j in no group with a limit", async (kind, job, others, words) => {
  const system = new Harness({ concurrency: 2, queueTimeoutMs: 5_000, groups: { cpu: 1 } });
  system.submit("first", others);
  system.submit("second", { ...others, locks: [] });
  system.submit("late", { group: others.group ?? "default", ...job });
  system.clock.advance(5_000);
  await settle();
  expect(system.fault("late")).toMatchObject({
    message: expect.stringMatching(words),
    details: { waiting_for: kind, running: 2, queue_depth: 1 },
  });
});

test("a call that has its group to itself is what the others of it wait for", async () => {
  const system = new Harness({ concurrency: 2, queueTimeoutMs: 5_000 });
  system.submit("alone", { aloneInGroup: true });
  system.submit("late");
  system.clock.advance(5_000);
  await settle();
  expect(system.fault("late")).toMatchObject({
    message: expect.stringContaining('a call ran that has the group "default" to itself'),
    details: { waiting_for: "exclusive" },
  });
});

test("one timer serves all, and none is left when nobody waits", async () => {
  const system = new Harness({ queueTimeoutMs: 5_000 });
  for (let n = 0; n < 100; n++) system.submit(`j${n}`);
  expect(system.clock.pendingTimers).toBe(1);
  await system.drain(1);
  expect(system.clock.pendingTimers).toBe(0);
});
