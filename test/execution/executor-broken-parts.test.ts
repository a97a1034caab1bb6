import { describe, expect, it } from "vitest";
import type { ProcessDriver } from "../../src/contract/index.js";
import { createExecutor } from "../../src/execution/index.js";
import { FakeClock } from "./fake-clock.js";
import { BASE_SPEC, FakeWorldRun } from "./fake-run.js";
import { MemoryCapture } from "./memory-capture.js";

describe("a part that breaks its promise", () => {
  const throws = () => {
    throw new Error("broken part");
  };

  it.each([
    ["the capture cannot be opened", { openCapture: throws }],
    ["a hook throws at the start", { hooks: { started: throws, stopping: () => {} } }],
  ])("ends the run, kills its tree and gives the permit back when %s", async (_what, more) => {
    const world = new FakeWorldRun(more);
    const tree = await world.start();
    tree.leader.print("stdout", Buffer.from("x"));
    const { outcome } = await world.finish();
    expect(outcome).toMatchObject({
      kind: "faulted",
      fault: { code: "AR_INTERNAL", message: expect.stringContaining("broken part") },
    });
    expect(tree.leader.alive).toBe(false);
    expect(world.released).toBe(1);
    expect(world.clock.timers).toBe(0);
  });

  it("settles when the queue throws", async () => {
    const world = new FakeWorldRun({ enqueue: throws });
    expect((await world.finish()).outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_INTERNAL" } });
  });

  it("settles, and kills what it can, when the driver rejects", async () => {
    const clock = new FakeClock();
    const signals: string[] = [];
    let released = 0;
    const handle = {
      pause: () => {},
      resume: () => {},
      signalTree: async (signal: string) => signals.push(signal),
      alive: () => Promise.reject(new Error("broken driver")),
      closeOutput: () => {},
      dispose: () => signals.push("dispose"),
    };
    const driver: ProcessDriver = {
      name: "broken",
      spawn: (_spec, listener) => {
        queueMicrotask(() => {
          listener.spawned(4242);
          listener.exited({ code: 0, signal: null });
          listener.ended("stdout");
          listener.ended("stderr");
        });
        return handle;
      },
    };
    const run = createExecutor({ driver, clock }).run({
      ...BASE_SPEC,
      hooks: { started: () => {}, stopping: () => {} },
      openCapture: () => new MemoryCapture(),
      enqueue: (admission) => {
        admission.admitted({ release: () => (released += 1) });
        return { cancel: () => false };
      },
    });
    expect((await run.done).outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_INTERNAL" } });
    await clock.advance(0);
    expect(signals).toEqual(["SIGKILL", "dispose"]);
    expect(released).toBe(1);
    expect(clock.timers).toBe(0);
  });
});
