import type { Admission, CallCwd, Capture, Execution, ResourceLimits, StopReason, Ticket } from "../contract/index.js";

/** Everything one run needs. */
export interface RunSpec {
  /** Puts the run in the queue; called once, at once. */
  enqueue(admission: Admission): Ticket;
  /** Absolute path. */
  readonly program: string;
  /** argv[0] included. */
  readonly argv: readonly string[];
  readonly cwd: CallCwd;
  /** The whole environment of the program. */
  readonly env: { readonly [name: string]: string };
  readonly limits: ResourceLimits;
  /** From the spawn on; time in the queue does not count. */
  readonly timeoutMs: number;
  /** The longest time without output; null = no limit. */
  readonly idleTimeoutMs: number | null;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** Bytes of both streams after which the run is stopped; null = never. */
  readonly maxOutputBytes: number | null;
  /** Called once, when a process was started and before its first output. */
  openCapture(): Capture;
  readonly hooks: RunHooks;
}

/** Told as it happens, in this order. What a hook throws ends the run with `AR_INTERNAL`. */
export interface RunHooks {
  started(pid: number): void;
  stopping(reason: StopReason["kind"] | "leftovers"): void;
}

/** A run that is queued, running or over. */
export interface Run {
  /** Never rejects. */
  readonly done: Promise<Execution>;
  /** Queued: never started. Running: the tree is stopped. Over, or stopped for another reason: a no-op. */
  stop(reason: "cancelled" | "shutdown"): void;
}

export interface Executor {
  run(spec: RunSpec): Run;
  /** Resolves when nothing of runs that are over is left to do, such as removing a large temporary folder. */
  idle(): Promise<void>;
}
