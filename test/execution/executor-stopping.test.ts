import { describe, expect, it } from "vitest";
import { FakeWorldRun } from "./fake-run.js";

describe("stopping", () => {
  it("asks, waits for the grace, and kills what is left", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000, graceMs: 200 });
    const tree = await world.start();
    tree.leader.ignored.add("SIGTERM");
    await world.clock.advance(1190);
    expect(tree.leader.alive).toBe(true);
    const { outcome, cleanup, durationMs } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", exit: { code: null, signal: "SIGKILL" } });
    expect(cleanup).toEqual({
      signals: [
        { signal: "SIGTERM", atMs: 1000 },
        { signal: "SIGCONT", atMs: 1000 },
        { signal: "SIGKILL", atMs: 1200 },
      ],
      leftoversKilled: 0,
      survivors: [],
    });
    expect(durationMs).toBeGreaterThanOrEqual(1200);
  });

  it("does not wait for the grace when everything ends", async () => {
    const world = new FakeWorldRun({ graceMs: 100_000 });
    const tree = await world.start();
    tree.leader.fork();
    world.run.stop("cancelled");
    const { outcome, cleanup } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "cancelled" }, exit: { signal: "SIGTERM" } });
    expect(cleanup?.signals.map(({ signal }) => signal)).toEqual(["SIGTERM"]);
    expect(world.settledAt! - 1000).toBeLessThan(200);
  });

  it("keeps the first reason", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000 });
    const tree = await world.start();
    tree.leader.ignored.add("SIGTERM");
    await world.clock.advance(990);
    world.run.stop("shutdown");
    world.run.stop("cancelled");
    await world.clock.advance(50);
    expect((await world.finish()).outcome).toMatchObject({ reason: { kind: "shutdown" } });
    world.run.stop("cancelled");
    expect(world.settlements).toBe(1);
  });

  it("stops what prints too much", async () => {
    const world = new FakeWorldRun({ maxOutputBytes: 10 });
    const tree = await world.start();
    tree.leader.print("stdout", Buffer.alloc(10));
    tree.leader.print("stderr", Buffer.alloc(1));
    tree.deliver("stdout");
    await world.clock.advance(0);
    expect(world.hooks).not.toContain("stopping output_limit");
    const { outcome, captured } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "output_limit", limitBytes: 10 } });
    expect(captured?.stderr.bytes).toBe(1);
  });

  it("drops what still comes past the limit", async () => {
    const world = new FakeWorldRun({ maxOutputBytes: 10 });
    const tree = await world.start();
    tree.leader.ignored.add("SIGTERM");
    tree.leader.print("stdout", Buffer.alloc(11));
    tree.deliver("stdout");
    await world.clock.advance(0);
    tree.leader.print("stdout", Buffer.alloc(500));
    tree.deliver("stdout");
    const { outcome, captured } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "output_limit" } });
    expect(captured?.stdout.bytes).toBe(11);
  });

  it("answers in time though something cannot be killed, and names it", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000, graceMs: 200 });
    const tree = await world.start();
    tree.leader.unkillable = true;
    const startedAt = world.clock.now();
    const { outcome, cleanup } = await world.finish();
    expect(outcome).toMatchObject({ kind: "stopped", exit: null });
    expect(cleanup?.survivors).toEqual([tree.leader.pid]);
    expect(world.settledAt! - startedAt).toBeLessThanOrEqual(1000 + 200 + 500);
    expect(world.released).toBe(1);
  });

  it("gives up a spawn that does not come about, and kills what comes of it later", async () => {
    const world = new FakeWorldRun({ timeoutMs: 1000, graceMs: 200 });
    world.admit();
    await world.clock.advance(1000 + 200 + 500);
    expect(world.execution).toMatchObject({
      outcome: { kind: "stopped", reason: { kind: "run_timeout" }, exit: null },
      pid: null,
    });
    world.tree!.deliver("leader");
    await world.clock.advance(0);
    expect(world.tree!.leader.exit).toEqual({ code: null, signal: "SIGKILL" });
    expect(world.tree!.disposed).toBe(1);
  });
});

describe("what outlives the leader", () => {
  it("keeps late output, but is not held up by it", async () => {
    const world = new FakeWorldRun({ timeoutMs: 60_000 });
    const tree = await world.start();
    const child = tree.leader.fork();
    tree.leader.end({ code: 0, signal: null });
    tree.deliver("leader");
    const exitAt = world.clock.now();
    while (world.execution === null) {
      child.print("stdout", Buffer.from("."));
      await world.deliverAll();
      await world.clock.advance(20);
    }
    expect(world.execution.outcome).toEqual({ kind: "exited", exit: { code: 0, signal: null } });
    expect(world.execution.captured!.stdout.bytes).toBeGreaterThan(10);
    expect(world.settledAt! - exitAt).toBeLessThan(500);
    expect(world.hooks.filter((hook) => hook.startsWith("stopping"))).toEqual(["stopping leftovers"]);
  });

  it("is given a moment to end by itself", async () => {
    const world = new FakeWorldRun();
    const tree = await world.start();
    const helper = tree.leader.fork();
    for (const stream of ["stdout", "stderr"] as const) helper.close(stream);
    tree.leader.end({ code: 0, signal: null });
    await world.deliverAll();
    await world.clock.advance(10);
    helper.end({ code: 0, signal: null });
    expect((await world.finish()).cleanup).toBeNull();
  });

  it("is asked to end, then killed, and counted", async () => {
    const world = new FakeWorldRun();
    const tree = await world.start();
    const [meek, stubborn, stranger] = [tree.leader.fork(), tree.leader.fork(), tree.leader.fork()];
    stubborn!.ignored.add("SIGTERM");
    stranger!.unkillable = true;
    tree.leader.end({ code: 3, signal: null });
    const { outcome, cleanup } = await world.finish();
    expect(outcome).toEqual({ kind: "exited", exit: { code: 3, signal: null } });
    expect([meek!.exit?.signal, stubborn!.exit?.signal]).toEqual(["SIGTERM", "SIGKILL"]);
    expect(cleanup).toMatchObject({ leftoversKilled: 2, survivors: [stranger!.pid] });
  });
});
