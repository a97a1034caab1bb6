import { expect, test, vi } from "vitest";
import type { Permit } from "../../src/contract/index.js";
import { createScheduler } from "../../src/scheduler/index.js";
import { Harness, ManualClock, settle } from "./harness.js";

const job = { id: "j", caller: "", group: "io", aloneInGroup: false, locks: [], priority: 0 };

test("answers never come from inside submit or release", async () => {
  const scheduler = createScheduler({
    concurrency: 1,
    queue: 0,
    callerShare: 1,
    queueTimeoutMs: 1,
    groups: {},
    clock: new ManualClock(),
  });
  const told: string[] = [];
  let permit: Permit | undefined;
  const listen = (name: string) => ({
    admitted: (given: Permit) => {
      permit = given;
      told.push(name);
    },
    rejected: () => told.push(name),
  });
  scheduler.submit(job, listen("first"));
  scheduler.submit(job, listen("refused"));
  expect(told).toEqual([]);
  await Promise.resolve();
  expect(told).toEqual(["first", "refused"]);
  permit?.release();
  scheduler.submit(job, listen("next"));
  expect(told).toHaveLength(2);
  await Promise.resolve();
  expect(told).toHaveLength(3);
});

test("answers can be cancelled until they are given, and then hold nothing", async () => {
  const system = new Harness({ queue: 0 });
  const ticket = system.submit("started");
  const refused = system.submit("refused");
  expect(system.scheduler.stats().running).toBe(1);
  expect([ticket.cancel(), refused.cancel()]).toEqual([true, true]);
  expect([ticket.cancel(), refused.cancel()]).toEqual([false, false]);
  expect(system.scheduler.stats().running).toBe(0);
  const next = system.submit("next");
  await settle();
  expect(next.cancel()).toBe(false);
  expect(system.admitted).toEqual(["next"]);
  expect(system.answers.get("started")).toEqual([]);
  expect(system.answers.get("refused")).toEqual([]);
});

test("a permit goes back once, however often it is released", async () => {
  const system = new Harness({ concurrency: 1 });
  for (const id of ["a", "b", "c"]) system.submit(id);
  await settle();
  const permit = system.running.get("a")!;
  permit.release();
  permit.release();
  await settle();
  permit.release();
  await settle();
  expect(system.admitted).toEqual(["a", "b"]);
  expect(system.scheduler.stats()).toMatchObject({ running: 1, queued: 1 });
});

test("a listener may submit, release and cancel at will", async () => {
  const system = new Harness({ concurrency: 1 });
  const order: string[] = [];
  const submit = (id: string, depth: number) =>
    system.scheduler.submit(
      { ...job, id },
      {
        admitted: (permit) => {
          order.push(id);
          if (depth > 0) submit(`${id}+`, depth - 1).cancel();
          if (depth > 0) submit(`${id}*`, depth - 1);
          permit.release();
        },
        rejected: () => {},
      },
    );
  submit("a", 2);
  submit("b", 0);
  await settle();
  expect(order).toEqual(["a", "b", "a*", "a**"]);
  expect(system.scheduler.stats()).toMatchObject({ running: 0, queued: 0 });
});

test("a permit whose listener throws goes back, and the others are told", async () => {
  const thrown: unknown[] = [];
  vi.stubGlobal("queueMicrotask", (task: () => void) => {
    Promise.resolve()
      .then(task)
      .catch((error) => thrown.push(error));
  });
  const system = new Harness({ concurrency: 1 });
  const broken = new Error("broken listener");
  system.scheduler.submit(job, {
    admitted: () => {
      throw broken;
    },
    rejected: () => {},
  });
  system.submit("next");
  await settle();
  vi.unstubAllGlobals();
  expect(thrown).toEqual([broken]);
  expect(system.admitted).toEqual(["next"]);
});
