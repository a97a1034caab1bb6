import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StopReason } from "../../src/contract/index.js";
import type { FakeProcess } from "./fake-driver.js";
import { FakeWorldRun } from "./fake-run.js";

const TIMEOUT_MS = 1000;
const IDLE_MS = 300;
const GRACE_MS = 200;
const LIMIT_BYTES = 100;
/** The promise to the user, and how finely `finish` moves the clock. */
const BOUND_MS = GRACE_MS + 500 + 20;

/** What the world may do next. */
type Step =
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "deliver"; readonly channel: "leader" | "stdout" | "stderr" }
  | { readonly do: "admit" | "cancel" | "shutdown" | "fill" | "drain" }
  | { readonly do: "print"; readonly by: number; readonly bytes: number }
  | { readonly do: "fork"; readonly by: number; readonly ignoresTerm: boolean; readonly unkillable: boolean }
  | { readonly do: "exit"; readonly by: number; readonly code: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("advance" as const), ms: fc.integer({ min: 0, max: 150 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("deliver" as const),
      channel: fc.constantFrom("leader" as const, "stdout" as const, "stderr" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("admit" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("cancel" as const, "shutdown" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("fill" as const, "drain" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("print" as const), by: fc.nat(3), bytes: fc.integer({ min: 1, max: 40 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("fork" as const),
      by: fc.nat(3),
      ignoresTerm: fc.boolean(),
      unkillable: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("exit" as const), by: fc.nat(3), code: fc.nat(255) }) },
);

const START: readonly Step[] = [{ do: "admit" }, { do: "deliver", channel: "leader" }];
/** Most stories begin with a process that runs. */
const beginning = fc.record({
  programExists: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  started: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
});

/** Takes random steps, and writes down what the first reason to end should be. */
class Story {
  readonly world: FakeWorldRun;
  admitted = false;
  spawnedTold = false;
  exitTold = false;
  startedAt = Number.NaN;
  expected: StopReason["kind"] | "exited" | "faulted" | null = null;
  stoppedAt: number | null = null;

  constructor(private readonly programExists: boolean) {
    const limits = { timeoutMs: TIMEOUT_MS, idleTimeoutMs: IDLE_MS, graceMs: GRACE_MS, maxOutputBytes: LIMIT_BYTES };
    this.world = new FakeWorldRun(limits, programExists ? undefined : {});
  }

  async take(step: Step): Promise<void> {
    const { world } = this;
    switch (step.do) {
      case "advance":
        await world.clock.advance(step.ms);
        break;
      case "admit":
        if (this.admitted) break;
        this.admitted = true;
        world.admit();
        this.startedAt = world.clock.now();
        break;
      case "cancel":
      case "shutdown":
        if (world.execution === null) this.end(step.do === "cancel" ? "cancelled" : "shutdown");
        world.run.stop(step.do === "cancel" ? "cancelled" : "shutdown");
        break;
      case "deliver":
        this.deliver(step.channel);
        break;
      case "fill":
        if (world.captures.length > 0) world.capture.full = true;
        break;
      case "drain":
        world.captures[0]?.drain();
        break;
      default:
        this.act(step);
    }
    await world.clock.advance(0);
  }

  private deliver(channel: "leader" | "stdout" | "stderr"): void {
    const { tree } = this.world;
    const wasSpawned = this.spawnedTold;
    if (!tree?.deliver(channel)) return;
    if (!this.programExists) this.end("faulted");
    else if (channel === "leader") {
      this.spawnedTold = true;
      this.exitTold = wasSpawned;
      if (wasSpawned) this.end("exited");
    }
    if ((this.world.captures[0]?.bytes ?? 0) > LIMIT_BYTES) this.end("output_limit");
  }

  private act(step: Extract<Step, { readonly by: number }>): void {
    if (!this.spawnedTold) return;
    const { processes } = this.world.tree!;
    const actor = processes[step.by % processes.length]!;
    if (step.do === "print") actor.print(step.by % 2 ? "stdout" : "stderr", Buffer.alloc(step.bytes, "x"));
    else if (step.do === "exit") actor.end({ code: step.code, signal: null });
    else if (actor.alive && processes.length < 6) {
      const child: FakeProcess = actor.fork();
      if (step.ignoresTerm) child.ignored.add("SIGTERM");
      child.unkillable = step.unkillable;
    }
  }

  /** Deadlines are not foretold but read from the answer: they are right when their time had come and nothing was before. */
  private end(reason: StopReason["kind"] | "exited" | "faulted"): void {
    if (this.expected !== null) return;
    const stopping = this.world.hooks.some((hook) => /^stopping (run|idle)_timeout$/.test(hook));
    if (stopping) return;
    this.expected = reason;
    if (reason !== "exited" && reason !== "faulted") this.stoppedAt = this.world.clock.now();
  }
}

describe("the machine of a run", () => {
  it("settles once, for the first reason, and leaves nothing, whatever happens in whatever order", async () => {
    await fc.assert(
      fc.asyncProperty(beginning, fc.array(step, { maxLength: 40 }), async ({ programExists, started }, steps) => {
        const story = new Story(programExists);
        const { world } = story;
        await world.clock.advance(0);
        for (const next of started ? START : []) await story.take(next);
        for (const next of steps) await story.take(next);
        if (!story.admitted && world.execution === null) await story.take({ do: "admit" });
        const execution = await world.finish();
        expect(world.clock.timers).toBe(0);
        await world.deliverAll();
        await world.clock.advance(100_000);

        expect(world.settlements).toBe(1);
        expect(world.released).toBe(story.admitted ? 1 : 0);

        const { outcome, cleanup } = execution;
        const reason = outcome.kind === "stopped" ? outcome.reason.kind : outcome.kind;
        if (story.expected !== null) expect(reason).toBe(story.expected);
        else expect(["exited", "run_timeout", "idle_timeout", "output_limit", "faulted"]).toContain(reason);

        const alive = world.tree?.processes.filter((process) => process.alive).map(({ pid }) => pid) ?? [];
        expect(cleanup?.survivors ?? []).toEqual(alive);
        expect(world.tree?.processes.filter((process) => process.alive && !process.unkillable) ?? []).toEqual([]);
        // A spawn that does not come about in time is given up; what comes of it later is killed.
        if (execution.pid !== null) expect(world.aliveAtRelease).toBe(alive.length);

        expect(world.tree?.disposed ?? 0).toBe(world.driver.runs.length);
        expect(world.captures.map(({ finished }) => finished)).toEqual(world.captures.map(() => 1));
        expect(execution.pid === null).toBe(execution.captured === null);
        expect(execution.durationMs === null).toBe(execution.pid === null);
        if (story.stoppedAt !== null && reason === story.expected) {
          expect(world.settledAt! - story.stoppedAt).toBeLessThanOrEqual(BOUND_MS);
        }
        if (reason === "run_timeout") {
          expect(world.settledAt! - story.startedAt).toBeGreaterThanOrEqual(TIMEOUT_MS);
          expect(world.settledAt! - story.startedAt).toBeLessThanOrEqual(TIMEOUT_MS + BOUND_MS);
        }
        if (reason === "idle_timeout") expect(world.settledAt! - story.startedAt).toBeGreaterThanOrEqual(IDLE_MS);
        expect(world.hooks.filter((hook) => hook === "started").length).toBe(execution.pid === null ? 0 : 1);
        const announced = world.hooks.filter((hook) => hook.startsWith("stopping"));
        if (outcome.kind === "stopped") expect(announced).toEqual(execution.pid === null ? [] : [`stopping ${reason}`]);
        else expect(["", "stopping leftovers"]).toContain(announced.join());
      }),
      { numRuns: 400 },
    );
  });
});
