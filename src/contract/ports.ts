import type { StreamName } from "./captured.js";
import type { ResourceLimits } from "./definition.js";
import type { ProcessExit, ResourceLimitHit } from "./execution.js";
import type { Fault } from "./fault.js";
import type { JsonValue } from "./json.js";

/** One clock serves every deadline. */
export interface Clock {
  /** Monotonic milliseconds; only differences mean anything. */
  now(): number;
  /** Calls back once after `ms`, however large; never before. Does not keep the process alive on its own when `unref`. */
  after(ms: number, callback: () => void, options?: { readonly unref?: boolean }): Timer;
}

export interface Timer {
  /** After this the callback does not run. Cancelling twice is a no-op. */
  cancel(): void;
}

export interface SpawnSpec {
  /** Absolute path of the program. */
  readonly program: string;
  /** argv[0] included. */
  readonly argv: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment of the child. */
  readonly env: { readonly [name: string]: string };
  readonly limits: ResourceLimits;
}

/**
 * What a driver reports. Exactly one of `spawned` and `failed` comes, asynchronously and first; after `spawned`
 * any number of `output`, one `ended` a stream and one `exited` come in any order, `output` of a stream never after
 * its `ended`. Nothing comes after `failed`.
 */
export interface ProcessListener {
  spawned(pid: number): void;
  failed(fault: Fault): void;
  /** The chunk belongs to the listener from here on. */
  output(stream: StreamName, chunk: Buffer): void;
  /** End of file, or `closeOutput` was called. */
  ended(stream: StreamName): void;
  /**
   * The leader was reaped. `limit`: which of `spec.limits` ended it, when the system tells. `left` false: nothing of the
   * tree is alive any more; else it has to be looked for. `lost`: why the driver itself could not keep the run; it was
   * killed.
   */
  exited(exit: ProcessExit, limit?: ResourceLimitHit | null, left?: boolean, lost?: Fault): void;
}

/** One process tree. No method throws. */
export interface ProcessHandle {
  /** Stops and restarts reading, so that a slow reader bounds memory. */
  pause(): void;
  resume(): void;
  /**
   * Sends a signal to every live process of the tree that the driver can find; resolves to how many it reached.
   * Zombies count as dead. 0 = nothing is left.
   */
  signalTree(signal: NodeJS.Signals): Promise<number>;
  /** Live processes of the tree, zombies left out. */
  alive(): Promise<readonly number[]>;
  /** Closes our ends of the pipes, so that a descendant holding the others does not keep us. */
  closeOutput(): void;
  /** Lets go of everything held for this run (cgroup folder, descriptors). Called once, last. */
  dispose(): void;
}

/** Starts processes. The portable and the native one pass one suite of tests. */
export interface ProcessDriver {
  readonly name: string;
  /** Never throws: faults go to `listener.failed`. */
  spawn(spec: SpawnSpec, listener: ProcessListener): ProcessHandle;
  /** Begins what the first spawn would have to wait for. Absent: there is nothing. */
  prepare?(): void;
  /** Lets go of what serves all runs, killing what still runs; a later spawn starts it anew. Absent: there is nothing. */
  close?(): Promise<void>;
}

export type AuditRecord = { readonly [key: string]: JsonValue };

/** Records decisions and ends. */
export interface AuditSink {
  /** Resolves when the line is as safe as `[audit] sync` asks; the answer is given after that. */
  write(record: AuditRecord): Promise<void>;
  close(): Promise<void>;
}
