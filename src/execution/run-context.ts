import type {
  Captured,
  Cleanup,
  Clock,
  Execution,
  Fault,
  Outcome,
  ProcessDriver,
  ProcessExit,
  ResourceLimitHit,
  StopReason,
} from "../contract/index.js";
import type { RunEffects } from "./run-effects.js";
import type { RunProcess } from "./run-process.js";
import type { RunSpec } from "./run-spec.js";
import type { Slot } from "./slot.js";
import type { Sweep } from "./sweep.js";

export interface RunInput {
  readonly spec: RunSpec;
  readonly driver: ProcessDriver;
  readonly clock: Clock;
}

/** What the machine of a run works with, and what it has learnt so far. Times are of the clock. */
export interface RunContext {
  readonly spec: RunSpec;
  readonly clock: Clock;
  readonly slot: Slot;
  readonly process: RunProcess;
  readonly effects: RunEffects;
  readonly submittedAt: number;
  readonly admittedAt: number | null;
  readonly startedAt: number | null;
  readonly pid: number | null;
  readonly leader: LeaderEnd | null;
  /** The first reason to end wins; null while there is none. */
  readonly end: RunEnd | null;
  /** Null until the tree was seen to be gone, or given up. */
  readonly sweep: Sweep | null;
  readonly captured: Captured | null;
}

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

/** What is told of a run that is over. */
export function toExecution(context: RunContext): Execution {
  const { pid, leader, clock, submittedAt, admittedAt, startedAt, captured } = context;
  const now = clock.now();
  return {
    outcome: toOutcome(context),
    pid,
    queuedMs: (admittedAt ?? now) - submittedAt,
    durationMs: pid === null || startedAt === null ? null : (leader?.at ?? now) - startedAt,
    cleanup: toCleanup(context),
    captured,
  };
}

function toOutcome({ end, leader }: RunContext): Outcome {
  if (end?.kind === "stopped") return { kind: "stopped", reason: end.reason, exit: leader?.exit ?? null };
  if (end?.kind === "faulted") return { kind: "faulted", fault: end.fault };
  const { exit, limit } = leader!;
  return limit === null ? { kind: "exited", exit } : { kind: "limited", limit, exit };
}

function toCleanup({ process, sweep }: RunContext): Cleanup | null {
  const { leftoversKilled, survivors } = sweep ?? { leftoversKilled: 0, survivors: [] };
  const nothing = process.signals.length === 0 && leftoversKilled === 0 && survivors.length === 0;
  return nothing ? null : { signals: [...process.signals], leftoversKilled, survivors };
}
