import { describe, expect, it } from "vitest";
import { fault } from "../../src/errors/index.js";
import { FakeWorldRun } from "./fake-run.js";

const DAY_MS = 86_400_000;

describe("in the queue", () => {
  it("never starts what is stopped there, and leaves the queue", async () => {
    const world = new FakeWorldRun();
    await world.clock.advance(70);
    world.run.stop("cancelled");
    await world.clock.advance(0);
    expect(world.execution).toEqual({
      outcome: { kind: "stopped", reason: { kind: "cancelled" }, exit: null },
      pid: null,
      queuedMs: 70,
      durationMs: null,
      cleanup: null,
      captured: null,
    });
    expect(world.ticketCancelled).toBe(1);
    expect(world.driver.runs).toEqual([]);
  });

  it("gives back a permit that comes after the stop", async () => {
    const world = new FakeWorldRun();
    world.run.stop("shutdown");
    world.admit();
    await world.clock.advance(0);
    expect(world.released).toBe(1);
    expect(world.driver.runs).toEqual([]);
  });

  it("hands on the scheduler's refusal", async () => {
    const world = new FakeWorldRun();
    const full = fault("AR_QUEUE_FULL", "full");
    world.reject(full);
    await world.clock.advance(0);
    expect(world.execution?.outcome).toEqual({ kind: "faulted", fault: full });
  });

  it("takes a permit that is given at once", async () => {
    let released = 0;
    const world = new FakeWorldRun({
      enqueue: (admission) => {
        admission.admitted({ release: () => (released += 1) });
        return { cancel: () => false };
      },
    });
    await world.clock.advance(0);
    world.tree!.deliver("leader");
    world.tree!.leader.end({ code: 0, signal: null });
    expect((await world.finish()).outcome).toEqual({ kind: "exited", exit: { code: 0, signal: null } });
    expect(released).toBe(1);
  });

  it("does not count as running", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000 });
    await world.clock.advance(5000);
    const tree = await world.start();
    await world.clock.advance(900);
    tree.leader.end({ code: 0, signal: null });
    const { outcome, queuedMs, durationMs } = await world.finish();
    expect(outcome.kind).toBe("exited");
    expect(queuedMs).toBe(5000);
    expect(durationMs).toBe(900);
  });
});

describe("deadlines", () => {
  it("holds a run to its timeout, and not a moment earlier", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000 });
    await world.start();
    await world.clock.advance(999);
    expect(world.hooks).toEqual(["started"]);
    await world.clock.advance(1);
    expect(world.hooks).toEqual(["started", "stopping run_timeout"]);
    const { outcome, cleanup } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "run_timeout", limitMs: 1000 } });
    expect(cleanup?.signals[0]).toEqual({ signal: "SIGTERM", atMs: 1000 });
  });

  it("can wait for a month", async () => {
    const world = new FakeWorldRun({ timeoutMs: 30 * DAY_MS });
    await world.start();
    await world.clock.advance(30 * DAY_MS - 1);
    expect(world.hooks).toEqual(["started"]);
    await world.clock.advance(1);
    expect(world.hooks).toEqual(["started", "stopping run_timeout"]);
    await world.finish();
  });

  it("lets an exit win that is told together with the timer", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000 });
    const tree = await world.start();
    tree.leader.end({ code: 0, signal: null });
    // The event loop was busy: the timer fires first, the exit is the next thing told.
    world.clock.after(1000, () => tree.deliver("leader"));
    await world.clock.advance(1000);
    expect((await world.finish()).outcome).toEqual({ kind: "exited", exit: { code: 0, signal: null } });
  });

  it("stops what prints nothing, but not what does", async () => {
    const world = new FakeWorldRun({ timeoutMs: 60_000, idleTimeoutMs: 100 });
    const tree = await world.start();
    for (let round = 0; round < 5; round++) {
      await world.clock.advance(90);
      tree.leader.print("stderr", Buffer.from("."));
      tree.deliver("stderr");
    }
    await world.clock.advance(99);
    expect(world.hooks).not.toContain("stopping idle_timeout");
    await world.clock.advance(1);
    expect(world.hooks).toContain("stopping idle_timeout");
    const { outcome } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "idle_timeout", limitMs: 100 } });
  });

  it("does not call idle what only waits for us to read", async () => {
    const world = new FakeWorldRun({ timeoutMs: 60_000, idleTimeoutMs: 100 });
    const tree = await world.start();
    world.capture.full = true;
    tree.leader.print("stdout", Buffer.from("much"));
    tree.deliver("stdout");
    await world.clock.advance(1000);
    world.capture.drain();
    await world.clock.advance(90);
    expect(world.hooks).not.toContain("stopping idle_timeout");
    await world.clock.advance(100);
    expect(world.hooks).toContain("stopping idle_timeout");
    await world.finish();
  });
});

describe("reading", () => {
  it("pauses while the capture is full, and loses nothing", async () => {
    const world = new FakeWorldRun();
    const tree = await world.start();
    world.capture.full = true;
    for (const text of ["a", "b", "c"]) tree.leader.print("stdout", Buffer.from(text));
    tree.leader.end({ code: 0, signal: null });
    await world.deliverAll();
    // The leader is gone for longer than output is waited for, but it is us who do not read.
    await world.clock.advance(1000);
    expect(world.execution).toBeNull();
    world.capture.drain();
    const { captured } = await world.finish();
    expect(captured!.stdout.head.toString()).toBe("abc");
  });

  it("does not wait for a capture that stays full for ever", async () => {
    const world = new FakeWorldRun();
    const tree = await world.start();
    world.capture.full = true;
    for (const text of ["a", "b"]) tree.leader.print("stdout", Buffer.from(text));
    tree.leader.end({ code: 0, signal: null });
    await world.deliverAll();
    await world.clock.advance(5000);
    expect(world.execution?.captured?.stdout.head.toString()).toBe("a");
  });
});
