import type { Fault } from "./fault.js";

/** A call that waits for, or holds, its permits. */
export interface Job {
  readonly id: string;
  /** Who the queue is shared between; "" when no caller was named. */
  readonly caller: string;
  readonly group: string;
  /** Nothing else of the group runs beside it. */
  readonly aloneInGroup: boolean;
  readonly locks: readonly string[];
  /** −100 … 100, higher first. */
  readonly priority: number;
}

/** Held by a job that runs. Releasing twice is a no-op, so a permit goes back exactly once. */
export interface Permit {
  release(): void;
}

/** What a job is told, exactly one of the two, exactly once. */
export interface Admission {
  admitted(permit: Permit): void;
  /** Full queue, queue timeout, shutdown. */
  rejected(fault: Fault): void;
}

export interface Ticket {
  /** Takes the job out of the queue without an answer; false when it is no longer waiting. */
  cancel(): boolean;
}

export interface SchedulerStats {
  readonly running: number;
  readonly queued: number;
  readonly groups: { readonly [group: string]: { readonly running: number; readonly queued: number } };
}
