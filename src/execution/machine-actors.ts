import { type EventObject, fromCallback, fromPromise } from "xstate";
import type { Captured, StopReason } from "../contract/index.js";
import { type Disarm, deadline, drainDeadline, idleDeadline } from "./deadlines.js";
import type { RunContext } from "./run-context.js";
import { killTree, pause, type Sweep, terminateTree } from "./sweep.js";

/**
 * How long output is waited for. The answer must come within timeout + grace + 500 ms: killing, and what follows it,
 * stay below that together, with room for a busy machine.
 */
const DRAIN = { ms: 300, longestMs: 2000 };
const DRAIN_AFTER_KILL = { ms: 75, longestMs: 150 };
const KILL_BOUND_MS = 200;
/** A helper that saw its output end is often a moment from its own end: it is no leftover. */
const LEFTOVERS = { waitMs: 25, askMs: 125, boundMs: 400 };
/** For removing a temporary folder; what takes longer is finished after the answer. */
const REMOVE_BOUND_MS = 75;

type TimerEvent =
  | { readonly type: "stop"; readonly reason: StopReason }
  | { readonly type: "graceOver" }
  | { readonly type: "drainOver" };

/** A timer that belongs to a state: it is disarmed when the state is left. */
const timer = (arm: (context: RunContext, send: (event: TimerEvent) => void) => Disarm) =>
  fromCallback<EventObject, RunContext>(({ input, sendBack }) => arm(input, sendBack));

/** What goes on while a run is in one of its states. All take the run's context. */
export const runActors = {
  limitTimers: timer(({ spec: { timeoutMs, idleTimeoutMs }, clock, process, startedAt }, send) => {
    const stop = (reason: StopReason) => send({ type: "stop", reason });
    const run = deadline(clock, startedAt! + timeoutMs - clock.now(), () =>
      stop({ kind: "run_timeout", limitMs: timeoutMs }),
    );
    if (idleTimeoutMs === null) return run;
    const idle = idleDeadline(clock, process, idleTimeoutMs, () =>
      stop({ kind: "idle_timeout", limitMs: idleTimeoutMs }),
    );
    return () => {
      run();
      idle();
    };
  }),
  graceTimer: timer(({ spec, clock }, send) => deadline(clock, spec.graceMs, () => send({ type: "graceOver" }))),
  drainTimer: timer(({ clock, process, sweep }, send) =>
    drainDeadline(clock, process, sweep === null ? DRAIN : DRAIN_AFTER_KILL, () => send({ type: "drainOver" })),
  ),
  terminate: fromPromise<void, RunContext>(({ input: { process, clock }, signal }) =>
    terminateTree(process, clock, signal),
  ),
  kill: fromPromise<Sweep, RunContext>(({ input: { process, clock, end } }) => {
    // After a stop the grace is over; what a normal end leaves behind was not told yet.
    const afterStop = { waitMs: 0, askMs: 0, boundMs: KILL_BOUND_MS, found: () => {} };
    const leftovers = { ...LEFTOVERS, found: () => process.announce("leftovers") };
    return killTree(process, clock, end?.kind === "exited" ? leftovers : afterStop);
  }),
  store: fromPromise<Captured | null, RunContext>(async ({ input: { process, clock } }) => {
    const removed = Promise.race([process.removeTempFolder(), pause(clock, REMOVE_BOUND_MS)]);
    const captured = await process.finish();
    await removed;
    return captured;
  }),
};
