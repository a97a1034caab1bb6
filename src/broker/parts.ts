import type { ResultCache } from "../cache/index.js";
import type { OutputStore } from "../capture/index.js";
import type { AuditSink, Clock, ProcessDriver, Settings } from "../contract/index.js";
import type { Executor, Run } from "../execution/index.js";
import type { Log, RunMark, StatusCounts } from "../observe/index.js";
import type { Approvals, RateLimiter } from "../policy/index.js";
import type { Roster } from "../roster.js";
import type { Scheduler } from "../scheduler/index.js";
import type { Catalog } from "./catalog.js";

/** What a broker is made of; a call goes through them in the order of ARCHITECTURE.md. */
export interface Parts {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly env: { readonly [name: string]: string | undefined };
  readonly clock: Clock;
  readonly rate: RateLimiter;
  readonly approvals: Approvals;
  readonly cache: ResultCache;
  readonly scheduler: Scheduler;
  readonly driver: ProcessDriver;
  readonly executor: Executor;
  /** Queued and running, for `close`. */
  readonly running: Roster<Run>;
  readonly store: OutputStore;
  readonly log: Log;
  readonly audit: AuditSink;
  /** Names a call in the audit file for good. */
  readonly mark: () => RunMark;
  readonly counts: StatusCounts;
}
