import { assign, setup } from "xstate";
import type { Execution, StopReason } from "../contract/index.js";
import { runActors } from "./machine-actors.js";
import { type RunContext, type RunEnd, type RunInput, toExecution } from "./run-context.js";
import { RunProcess, type RunProcessEvent } from "./run-process.js";
import { Slot, type SlotEvent } from "./slot.js";

export type RunMachineEvent =
  | SlotEvent
  | RunProcessEvent
  | { readonly type: "stop"; readonly reason: StopReason }
  | { readonly type: "graceOver" }
  | { readonly type: "drainOver" };

const NOTHING_LEFT = { leftoversKilled: 0, survivors: [] };
const context = ({ context }: { context: RunContext }) => context;

/** One machine a run. Output bytes are no events, and every way out goes through `settled`. */
export const runMachine = setup({
  types: {} as { context: RunContext; events: RunMachineEvent; input: RunInput; output: Execution },
  actors: runActors,
  actions: {
    enqueue: ({ context: { slot, spec } }) => slot.request(spec.enqueue),
    spawn: ({ context }) => context.process.start(),
    announceStop: ({ context: { process, end } }) => {
      if (end?.kind === "stopped") process.announce(end.reason.kind);
    },
    /** The permit goes back when the tree is gone, not when its output is stored. */
    release: ({ context }) => context.slot.close(),
    close: ({ context }) => context.process.close(),
    noteAdmitted: assign({ admittedAt: ({ context }) => context.clock.now() }),
    noteStart: assign({ startedAt: ({ context }) => context.clock.now() }),
    noteSpawned: assign({ pid: ({ event }) => (event.type === "spawned" ? event.pid : null) }),
    noteExit: assign({
      leader: ({ context, event }) =>
        event.type === "exited" ? { exit: event.exit, limit: event.limit, at: context.clock.now() } : context.leader,
    }),
    noteEnd: assign({ end: ({ context, event }) => context.end ?? toEnd(event) }),
    noteNothingLeft: assign({ sweep: NOTHING_LEFT }),
  },
  guards: {
    outputEnded: ({ context }) => context.process.outputEnded,
    treeIsGone: ({ context }) => context.sweep !== null,
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
      entry: ["noteStart", "spawn"],
      initial: "waiting",
      on: {
        spawnFailed: { target: "draining.storing", actions: "noteEnd" },
      },
      states: {
        waiting: {
          invoke: { src: "limitTimers", input: context },
          on: {
            spawned: { target: "#run.running", actions: "noteSpawned" },
            stop: { target: "stopped", actions: "noteEnd" },
            broke: { target: "stopped", actions: "noteEnd" },
          },
        },
        // Nothing to signal yet; a spawn that takes too long is left to `close`, which kills what comes of it.
        stopped: {
          invoke: { src: "graceTimer", input: context },
          on: {
            spawned: { target: "#run.stopping", actions: "noteSpawned" },
            graceOver: "#run.draining.storing",
          },
        },
      },
    },
    running: {
      invoke: { src: "limitTimers", input: context },
      on: {
        exited: { target: "draining", actions: ["noteExit", "noteEnd"] },
        stop: { target: "stopping", actions: "noteEnd" },
        broke: { target: "stopping", actions: "noteEnd" },
      },
    },
    stopping: {
      entry: "announceStop",
      invoke: [
        { src: "graceTimer", input: context },
        { src: "terminate", input: context, onDone: { target: "draining", actions: "noteNothingLeft" } },
      ],
      on: {
        exited: { actions: "noteExit" },
        graceOver: "killing",
      },
    },
    killing: {
      invoke: {
        src: "kill",
        input: context,
        onDone: { target: "draining", actions: assign({ sweep: ({ event }) => event.output }) },
      },
      on: { exited: { actions: "noteExit" } },
    },
    draining: {
      initial: "deciding",
      on: { exited: { actions: "noteExit" } },
      states: {
        deciding: {
          always: [{ guard: "outputEnded", target: "read" }, { target: "reading" }],
        },
        reading: {
          invoke: { src: "drainTimer", input: context },
          on: { outputEnded: "read", drainOver: "read" },
        },
        read: {
          // Killing starts with a look at the tree, which ends it at once when nothing is left.
          always: [{ guard: "treeIsGone", target: "storing" }, { target: "#run.killing" }],
        },
        storing: {
          entry: "release",
          invoke: {
            src: "store",
            input: context,
            onDone: { target: "#run.settled", actions: assign({ captured: ({ event }) => event.output }) },
          },
        },
      },
    },
    settled: { type: "final", entry: ["release", "close"] },
  },
  output: ({ context }) => toExecution(context),
});

function toEnd(event: RunMachineEvent): RunEnd | null {
  switch (event.type) {
    case "exited":
      return { kind: "exited" };
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
