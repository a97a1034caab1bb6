import { uniqueName } from "../unique-name.js";

/**
 * Names one call in the audit file for good. The id of a request cannot: callers choose it, and use it again.
 * `pid` and `started` name the broker, so that a later one can tell whether it lives.
 */
export interface RunMark {
  readonly run: string;
  readonly pid: number;
  /** Start time of the broker's process as the system counts it; null where it is not known. */
  readonly started: string | null;
}

/** Marks for the calls of this broker. */
export function createRunMarks(broker: { readonly pid: number; readonly started: string | null }): () => RunMark {
  return () => ({ run: uniqueName(), pid: broker.pid, started: broker.started });
}
