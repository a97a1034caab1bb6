import { expect, test } from "vitest";
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
    message: 'The call waited 5 s in the queue, as the group "cpu" was taken, and was not started.',
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

test("one timer serves all, and none is left when nobody waits", async () => {
  const system = new Harness({ queueTimeoutMs: 5_000 });
  for (let n = 0; n < 100; n++) system.submit(`j${n}`);
  expect(system.clock.pendingTimers).toBe(1);
  await system.drain(1);
  expect(system.clock.pendingTimers).toBe(0);
});
