import type { Captured, Clock, StopReason } from "../contract/index.js";
import { type Disarm, deadline, drainDeadline, idleDeadline } from "./deadlines.js";
import { pause } from "./pause.js";
import type { RunProcess } from "./run-process.js";
import type { RunRecord } from "./run-record.js";
import type { RunSpec } from "./run-spec.js";
import { killTree, type Sweep, terminateTree } from "./sweep.js";

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

export type RunEffectEvent =
  | { readonly type: "stop"; readonly reason: StopReason }
  | { readonly type: "graceOver" }
  | { readonly type: "drainOver" }
  /** Nothing of the tree is left after it was asked to end. */
  | { readonly type: "terminated" }
  | { readonly type: "swept"; readonly sweep: Sweep }
  | { readonly type: "stored"; readonly captured: Captured | null }
  /** A part that promised not to reject did. */
  | { readonly type: "crashed"; readonly error: unknown };

interface RunParts {
  readonly spec: RunSpec;
  readonly clock: Clock;
  readonly process: RunProcess;
  readonly record: RunRecord;
}

/**
 * What goes on while a run is in one of its states: timers, which are disarmed when it comes to the next, and work whose
 * end is told. Plain ones, for an actor invoked for each costs more than all the rest of the machine.
 */
export class RunEffects {
  readonly #parts: RunParts;
  readonly #send: (event: RunEffectEvent) => void;
  #disarms: Disarm[] = [];

  constructor(parts: RunParts, send: (event: RunEffectEvent) => void) {
    this.#parts = parts;
    this.#send = send;
  }

  /** Ends the timers and the waiting of the state that is left. */
  leave(): void {
    for (const disarm of this.#disarms) disarm();
    this.#disarms = [];
  }

  /** The limits stay armed while it runs. */
  spawn(): void {
    const { clock, process } = this.#parts;
    const { timeoutMs, idleTimeoutMs } = this.#parts.spec;
    const stop = (reason: StopReason) => this.#send({ type: "stop", reason });
    this.#disarms.push(deadline(clock, timeoutMs, () => stop({ kind: "run_timeout", limitMs: timeoutMs })));
    process.start();
    if (idleTimeoutMs === null) return;
    const idle = () => stop({ kind: "idle_timeout", limitMs: idleTimeoutMs });
    this.#disarms.push(idleDeadline(clock, process, idleTimeoutMs, idle));
  }

  waitForSpawn(): void {
    this.leave();
    this.#armGrace();
  }

  stop(): void {
    const { process, clock, record } = this.#parts;
    this.leave();
    if (record.end?.kind === "stopped") process.announce(record.end.reason.kind);
    this.#armGrace();
    const abandoned = new AbortController();
    this.#disarms.push(() => abandoned.abort());
    this.#tellEnd(terminateTree(process, clock, abandoned.signal), () => ({ type: "terminated" }));
  }

  kill(): void {
    const { process, clock, record } = this.#parts;
    this.leave();
    // After a stop the grace is over; what a normal end leaves behind was not told yet.
    const afterStop = { waitMs: 0, askMs: 0, boundMs: KILL_BOUND_MS, found: () => {} };
    const leftovers = { ...LEFTOVERS, found: () => process.announce("leftovers") };
    const swept = killTree(process, clock, record.end?.kind === "exited" ? leftovers : afterStop);
    this.#tellEnd(swept, (sweep) => ({ type: "swept", sweep }));
  }

  drain(): void {
    const { clock, process, record } = this.#parts;
    this.leave();
    process.drain();
    const { ms, longestMs } = record.swept ? DRAIN_AFTER_KILL : DRAIN;
    const bounds = { ms, longestMs, finite: record.treeIsGone };
    this.#disarms.push(drainDeadline(clock, process, bounds, () => this.#send({ type: "drainOver" })));
  }

  store(): void {
    const { process, clock } = this.#parts;
    this.leave();
    this.#tellEnd(finish(process, clock), (captured) => ({ type: "stored", captured }));
  }

  #armGrace(): void {
    const { spec, clock } = this.#parts;
    this.#disarms.push(deadline(clock, spec.graceMs, () => this.#send({ type: "graceOver" })));
  }

  #tellEnd<T>(work: Promise<T>, toEvent: (result: T) => RunEffectEvent): void {
    work.then(
      (result) => this.#send(toEvent(result)),
      (error: unknown) => this.#send({ type: "crashed", error }),
    );
  }
}

async function finish(process: RunProcess, clock: Clock): Promise<Captured | null> {
  const folder = process.removeTempFolder();
  const captured = await process.finish();
  if (folder !== null) await Promise.race([folder, pause(clock, REMOVE_BOUND_MS)]);
  return captured;
}
