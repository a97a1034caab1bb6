import type { Captured } from "./captured.js";
import type { Fault } from "./fault.js";

/** How a process ended, as the operating system gave it. */
export type ProcessExit =
  | { readonly code: number; readonly signal: null }
  | { readonly code: null; readonly signal: NodeJS.Signals };

/** Why a run was stopped by us; the first reason wins. */
export type StopReason =
  | { readonly kind: "run_timeout"; readonly limitMs: number }
  | { readonly kind: "idle_timeout"; readonly limitMs: number }
  | { readonly kind: "cancelled" }
  | { readonly kind: "shutdown" }
  | { readonly kind: "output_limit"; readonly limitBytes: number };

export type Outcome =
  | { readonly kind: "exited"; readonly exit: ProcessExit }
  /** `exit` is null when the run was still queued or the leader could not be reaped. */
  | { readonly kind: "stopped"; readonly reason: StopReason; readonly exit: ProcessExit | null }
  | { readonly kind: "limited"; readonly limit: ResourceLimitHit; readonly exit: ProcessExit }
  /** Not admitted, or not started. */
  | { readonly kind: "faulted"; readonly fault: Fault };

/** Which limit of the operating system ended a run. */
export type ResourceLimitHit = "memory" | "cpu" | "processes" | "open_files" | "file_size";

export interface SignalSent {
  readonly signal: NodeJS.Signals;
  /** Milliseconds since the run started. */
  readonly atMs: number;
}

export interface Cleanup {
  readonly signals: readonly SignalSent[];
  /** Descendants that outlived the leader and were killed. */
  readonly leftoversKilled: number;
  /** Process ids that could not be stopped. */
  readonly survivors: readonly number[];
}

/** One run, from the queue to the last byte. */
export interface Execution {
  readonly outcome: Outcome;
  /** Null when no process was started. */
  readonly pid: number | null;
  /** Waiting; running. Monotonic; `durationMs` is null when no process was started. */
  readonly queuedMs: number;
  readonly durationMs: number | null;
  /** Null when nothing had to be stopped. */
  readonly cleanup: Cleanup | null;
  /** Null when no process was started. */
  readonly captured: Captured | null;
}
