import type {
  Captured,
  Cleanup,
  Clock,
  Execution,
  Fault,
  Outcome,
  ProcessExit,
  ResourceLimitHit,
  SignalSent,
  StopReason,
} from "../contract/index.js";
import type { Sweep } from "./sweep.js";

/** How and when the leader ended. */
export interface LeaderEnd {
  readonly exit: ProcessExit;
  readonly limit: ResourceLimitHit | null;
  /** False when the driver told that nothing of the tree is alive any more. */
  readonly left: boolean;
  readonly at: number;
}

/** Why a run ends. */
export type RunEnd =
  | { readonly kind: "exited" }
  | { readonly kind: "stopped"; readonly reason: StopReason }
  | { readonly kind: "faulted"; readonly fault: Fault };

const EXITED: RunEnd = { kind: "exited" };

/** What the machine of a run has learnt so far; times are of the clock. */
export class RunRecord {
  readonly #clock: Clock;
  readonly #submittedAt: number;
  #admittedAt: number | null = null;
  #pid: number | null = null;
  #leader: LeaderEnd | null = null;
  #end: RunEnd | null = null;
  #sweep: Sweep | null = null;
  #captured: Captured | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#submittedAt = clock.now();
  }

  /** The first reason to end; null while there is none. */
  get end(): RunEnd | null {
    return this.#end;
  }

  /** Whether the tree was stopped: it was seen to be gone after that, or killed. */
  get swept(): boolean {
    return this.#sweep !== null;
  }

  /** Whether nothing of the tree is left to be looked for. */
  get treeIsGone(): boolean {
    return this.#sweep !== null || this.#leader?.left === false;
  }

  noteAdmitted(): void {
    this.#admittedAt = this.#clock.now();
  }

  noteSpawned(pid: number): void {
    this.#pid = pid;
  }

  noteExit({ exit, limit, left }: Omit<LeaderEnd, "at">): void {
    this.#leader = { exit, limit, left, at: this.#clock.now() };
    this.#end ??= EXITED;
  }

  /** The first one wins. */
  noteEnd(end: RunEnd): void {
    this.#end ??= end;
  }

  /** A bug of ours tells more than what it broke. */
  noteCrash(fault: Fault): void {
    this.#end = { kind: "faulted", fault };
  }

  noteSweep(sweep: Sweep): void {
    this.#sweep = sweep;
  }

  noteCaptured(captured: Captured | null): void {
    this.#captured = captured;
  }

  /** What is told of a run that is over, with the signals that reached something of it. */
  toExecution(signals: readonly SignalSent[]): Execution {
    const now = this.#clock.now();
    // From the admission on: the spawn is part of the run.
    const durationMs =
      this.#pid === null || this.#admittedAt === null ? null : (this.#leader?.at ?? now) - this.#admittedAt;
    return {
      outcome: this.#outcome(),
      pid: this.#pid,
      queuedMs: (this.#admittedAt ?? now) - this.#submittedAt,
      durationMs,
      cleanup: this.#cleanup(signals),
      captured: this.#captured,
    };
  }

  #outcome(): Outcome {
    if (this.#end?.kind === "stopped") {
      return { kind: "stopped", reason: this.#end.reason, exit: this.#leader?.exit ?? null };
    }
    if (this.#end?.kind === "faulted") return { kind: "faulted", fault: this.#end.fault };
    const { exit, limit } = this.#leader!;
    return limit === null ? { kind: "exited", exit } : { kind: "limited", limit, exit };
  }

  #cleanup(signals: readonly SignalSent[]): Cleanup | null {
    const { leftoversKilled, survivors } = this.#sweep ?? { leftoversKilled: 0, survivors: [] };
    const nothing = signals.length === 0 && leftoversKilled === 0 && survivors.length === 0;
    return nothing ? null : { signals: [...signals], leftoversKilled, survivors };
  }
}
