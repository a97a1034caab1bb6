import type { Clock, ProcessDriver, StopReason } from "../contract/index.js";
import { flatMachine, type Rule } from "./flat-machine.js";
import { type RunEffectEvent, RunEffects } from "./run-effects.js";
import { RunProcess, type RunProcessEvent } from "./run-process.js";
import { RunRecord } from "./run-record.js";
import type { RunSpec } from "./run-spec.js";
import { Slot, type SlotEvent } from "./slot.js";

export type RunMachineEvent =
  | SlotEvent
  | RunProcessEvent
  | RunEffectEvent
  | { readonly type: "stop"; readonly reason: StopReason };

export type RunState =
  | "queued"
  | "spawning"
  | "spawningStopped"
  | "running"
  | "stopping"
  | "killing"
  | "draining"
  | "storing"
  | "settled";

export interface RunInput {
  readonly spec: RunSpec;
  readonly driver: ProcessDriver;
  readonly clock: Clock;
}

/** What the machine of a run works with. */
export interface RunContext {
  readonly spec: RunSpec;
  readonly slot: Slot;
  readonly process: RunProcess;
  readonly effects: RunEffects;
  readonly record: RunRecord;
}

type Event<Type extends RunMachineEvent["type"]> = Extract<RunMachineEvent, { readonly type: Type }>;

const NOTHING_LEFT = { leftoversKilled: 0, survivors: [] };

const outputEnded = ({ process }: RunContext) => process.outputEnded;
const treeIsGone = ({ record }: RunContext) => record.treeIsGone;

const noteStop = ({ record }: RunContext, { reason }: Event<"stop">) => record.noteEnd({ kind: "stopped", reason });
const noteFault = ({ record }: RunContext, { fault }: Event<"rejected" | "spawnFailed" | "broke">) =>
  record.noteEnd({ kind: "faulted", fault });
const noteSpawned = ({ record }: RunContext, { pid }: Event<"spawned">) => record.noteSpawned(pid);
const noteExit = ({ record }: RunContext, event: Event<"exited">) => record.noteExit(event);
const noteTerminated = ({ record }: RunContext) => record.noteSweep(NOTHING_LEFT);
const noteSweep = ({ record }: RunContext, { sweep }: Event<"swept">) => record.noteSweep(sweep);

/** Once the tree was dealt with, what is left is to read its output. */
const afterOutput = { when: outputEnded, to: "storing" } as const;
/** Once the output was read, what is left is the tree. Killing starts with a look at it. */
const afterTree: readonly Rule<RunContext, unknown, RunState>[] = [
  { when: treeIsGone, to: "storing" },
  { to: "killing" },
];

/** One machine a run. Output bytes are no events, and every way out goes through `settled`. */
export const runMachine = flatMachine<RunContext, RunMachineEvent, RunState, RunInput>({
  context: ({ spec, driver, clock }, send) => {
    const process = new RunProcess(spec, driver, clock, send);
    const record = new RunRecord(clock);
    const effects = new RunEffects({ spec, clock, process, record }, send);
    return { spec, slot: new Slot(send), process, effects, record };
  },
  initial: "queued",
  final: "settled",
  everywhere: {
    exited: [{ do: noteExit }],
    crashed: [
      {
        // Ends the actor with this error.
        do: (_, { error }) => {
          throw error;
        },
      },
    ],
  },
  states: {
    queued: {
      enter: ({ slot, spec }) => slot.request(spec.enqueue),
      on: {
        admitted: [{ to: "spawning" }],
        rejected: [{ do: noteFault, to: "settled" }],
        stop: [{ do: noteStop, to: "settled" }],
      },
    },
    spawning: {
      enter: ({ record, effects }) => {
        record.noteAdmitted();
        effects.spawn();
      },
      on: {
        spawned: [{ do: noteSpawned, to: "running" }],
        spawnFailed: [{ do: noteFault, to: "storing" }],
        stop: [{ do: noteStop, to: "spawningStopped" }],
        broke: [{ do: noteFault, to: "spawningStopped" }],
      },
    },
    // Nothing to signal yet; a spawn that takes too long is left to `settled`, which kills what comes of it.
    spawningStopped: {
      enter: ({ effects }) => effects.waitForSpawn(),
      on: {
        spawned: [{ do: noteSpawned, to: "stopping" }],
        spawnFailed: [{ to: "storing" }],
        graceOver: [{ to: "storing" }],
      },
    },
    running: {
      on: {
        exited: [
          { when: ({ process }, { left }) => !left && process.outputEnded, do: noteExit, to: "storing" },
          { when: outputEnded, do: noteExit, to: "killing" },
          { do: noteExit, to: "draining" },
        ],
        stop: [{ do: noteStop, to: "stopping" }],
        broke: [{ do: noteFault, to: "stopping" }],
      },
    },
    stopping: {
      enter: ({ effects }) => effects.stop(),
      on: {
        terminated: [
          { ...afterOutput, do: noteTerminated },
          { do: noteTerminated, to: "draining" },
        ],
        graceOver: [{ to: "killing" }],
      },
    },
    killing: {
      enter: ({ effects }) => effects.kill(),
      on: {
        swept: [
          { ...afterOutput, do: noteSweep },
          { do: noteSweep, to: "draining" },
        ],
      },
    },
    draining: {
      enter: ({ effects }) => effects.drain(),
      on: { outputEnded: afterTree, drainOver: afterTree },
    },
    storing: {
      enter: ({ slot, effects }) => {
        // The permit goes back when the tree is gone, not when its output is stored.
        slot.close();
        effects.store();
      },
      on: { stored: [{ do: ({ record }, { captured }) => record.noteCaptured(captured), to: "settled" }] },
    },
    settled: {
      enter: ({ slot, effects, process }) => {
        slot.close();
        effects.leave();
        process.close();
      },
    },
  },
});
