import { assign, setup } from "xstate";
import type { Execution, StopReason } from "../contract/index.js";
import { type RunContext, type RunEnd, type RunInput, toExecution } from "./run-context.js";
import { type RunEffectEvent, RunEffects } from "./run-effects.js";
import { RunProcess, type RunProcessEvent } from "./run-process.js";
import { Slot, type SlotEvent } from "./slot.js";

export type RunMachineEvent =
  | SlotEvent
  | RunProcessEvent
  | RunEffectEvent
  | { readonly type: "stop"; readonly reason: StopReason };

const NOTHING_LEFT = { leftoversKilled: 0, survivors: [] };

/**
 * One machine a run. Output bytes are no events, and every way out goes through `settled`. Flat, and with one action
 * where one will do: every step of the library costs as much as all that a state has to do.
 */
export const runMachine = setup({
  types: {} as { context: RunContext; events: RunMachineEvent; input: RunInput; output: Execution },
  actions: {
    enqueue: ({ context: { slot, spec } }) => slot.request(spec.enqueue),
    spawn: ({ context }) => context.effects.spawn(context),
    waitForSpawn: ({ context }) => context.effects.waitForSpawn(context),
    stop: ({ context }) => context.effects.stop(context),
    kill: ({ context }) => context.effects.kill(context),
    drain: ({ context }) => context.effects.drain(context),
    store: ({ context }) => {
      // The permit goes back when the tree is gone, not when its output is stored.
      context.slot.close();
      context.effects.store(context);
    },
    letGo: ({ context }) => {
      context.slot.close();
      context.effects.leave();
      context.process.close();
    },
    /** Ends the actor with this error. */
    crash: ({ event }) => {
      throw event.type === "crashed" ? event.error : event;
    },
    noteAdmitted: assign(({ context }) => {
      const now = context.clock.now();
      return { admittedAt: now, startedAt: now };
    }),
    noteSpawned: assign({ pid: ({ event }) => (event.type === "spawned" ? event.pid : null) }),
    noteExit: assign(({ context, event }) => {
      if (event.type !== "exited") return {};
      const { exit, limit, left } = event;
      return {
        leader: { exit, limit, left, at: context.clock.now() },
        end: context.end ?? { kind: "exited" as const },
      };
    }),
    noteEnd: assign({ end: ({ context, event }) => context.end ?? toEnd(event) }),
    noteSweep: assign({ sweep: ({ event }) => (event.type === "swept" ? event.sweep : NOTHING_LEFT) }),
    noteCaptured: assign({ captured: ({ event }) => (event.type === "stored" ? event.captured : null) }),
  },
  guards: {
    outputEnded: ({ context }) => context.process.outputEnded,
    treeIsGone: ({ context }) => context.sweep !== null || context.leader?.left === false,
    nothingIsLeft: ({ context, event }) => event.type === "exited" && !event.left && context.process.outputEnded,
  },
}).createMachine({
  id: "run",
  context: ({ input: { spec, driver, clock }, self }) => {
    const send = (event: RunMachineEvent) => self.send(event);
    return {
      spec,
      clock,
      slot: new Slot(send),
      process: new RunProcess(spec, driver, clock, send),
      effects: new RunEffects(send),
      submittedAt: clock.now(),
      admittedAt: null,
      startedAt: null,
      pid: null,
      leader: null,
      end: null,
      sweep: null,
      captured: null,
    };
  },
  on: { crashed: { actions: "crash" } },
  initial: "queued",
  states: {
    queued: {
      entry: "enqueue",
      on: {
        admitted: { target: "spawning", actions: "noteAdmitted" },
        rejected: { target: "settled", actions: "noteEnd" },
        stop: { target: "settled", actions: "noteEnd" },
      },
    },
    spawning: {
      entry: "spawn",
      on: {
        spawned: { target: "running", actions: "noteSpawned" },
        spawnFailed: { target: "storing", actions: "noteEnd" },
        stop: { target: "spawningStopped", actions: "noteEnd" },
        broke: { target: "spawningStopped", actions: "noteEnd" },
      },
    },
    // Nothing to signal yet; a spawn that takes too long is left to `letGo`, which kills what comes of it.
    spawningStopped: {
      entry: "waitForSpawn",
      on: {
        spawned: { target: "stopping", actions: "noteSpawned" },
        spawnFailed: "storing",
        graceOver: "storing",
      },
    },
    running: {
      on: {
        exited: [
          { guard: "nothingIsLeft", target: "storing", actions: "noteExit" },
          // Killing starts with a look at the tree, which ends it at once when nothing is left.
          { guard: "outputEnded", target: "killing", actions: "noteExit" },
          { target: "draining", actions: "noteExit" },
        ],
        stop: { target: "stopping", actions: "noteEnd" },
        broke: { target: "stopping", actions: "noteEnd" },
      },
    },
    stopping: {
      entry: "stop",
      on: {
        exited: { actions: "noteExit" },
        terminated: [
          { guard: "outputEnded", target: "storing", actions: "noteSweep" },
          { target: "draining", actions: "noteSweep" },
        ],
        graceOver: "killing",
      },
    },
    killing: {
      entry: "kill",
      on: {
        exited: { actions: "noteExit" },
        swept: [
          { guard: "outputEnded", target: "storing", actions: "noteSweep" },
          { target: "draining", actions: "noteSweep" },
        ],
      },
    },
    draining: {
      entry: "drain",
      on: {
        exited: { actions: "noteExit" },
        outputEnded: [{ guard: "treeIsGone", target: "storing" }, { target: "killing" }],
        drainOver: [{ guard: "treeIsGone", target: "storing" }, { target: "killing" }],
      },
    },
    storing: {
      entry: "store",
      on: {
        exited: { actions: "noteExit" },
        stored: { target: "settled", actions: "noteCaptured" },
      },
    },
    settled: { type: "final", entry: "letGo" },
  },
  output: ({ context }) => toExecution(context),
});

function toEnd(event: RunMachineEvent): RunEnd | null {
  switch (event.type) {
    case "stop":
      return { kind: "stopped", reason: event.reason };
    case "rejected":
    case "spawnFailed":
    case "broke":
      return { kind: "faulted", fault: event.fault };
    default:
      return null;
  }
}
