import type { Explanation } from "./call.js";
import type { Status } from "./codes.js";
import type { ToolDefinition } from "./definition.js";
import type { RunEventListener } from "./events.js";
import type { SchedulerStats } from "./job.js";
import type { OutputPage, OutputQuery } from "./output.js";
import type { RequestInput } from "./request.js";
import type { Result } from "./result.js";
import type { Settings } from "./settings.js";
import type { SourceFault } from "./source-fault.js";

export interface ExecuteOptions {
  /** Cancels the call, queued or running. */
  readonly signal?: AbortSignal;
  readonly onEvent?: RunEventListener;
  /** A token from `approve`. It is used up when the policy asks about this call; one of another call changes nothing. */
  readonly approval?: string;
}

/** A person's yes to one call. */
export interface Approval {
  /** For `ExecuteOptions.approval`: lets through one call of that digest, until it expires. */
  readonly token: string;
  /** `Explanation.digest`: what was approved. */
  readonly digest: string;
  /** Milliseconds until it is void. */
  readonly expires_in_ms: number;
}

/** What `reload` did. With faults nothing changed: the tools of before stay in force. */
export interface ReloadReport {
  /** The list of tools is another one than before. */
  readonly changed: boolean;
  readonly faults: readonly SourceFault[];
}

export interface BrokerStats extends SchedulerStats {
  /** Calls settled since the start, by status. */
  readonly settled: { readonly [status in Status]: number };
}

/** The library's face (contract, section 7). */
export interface Broker {
  /** Never rejects for what a Result can say. A `dry_run` request answers with what `explain` says, as JSON in `stdout`. */
  execute(request: RequestInput, options?: ExecuteOptions): Promise<Result>;
  /** What would run; a Result with the fault when the request is invalid. Runs nothing. */
  explain(request: RequestInput): Explanation | Result;
  /** Definitions in stable order, without disabled tools. */
  tools(): readonly ToolDefinition[];
  /** Records a person's yes to the call with this digest. */
  approve(digest: string): Approval;
  /** Reads a stored output back. Rejects with a BrokerError: `AR_OUTPUT_NOT_FOUND`, `AR_REQUEST_INVALID`. */
  readOutput(id: string, query: OutputQuery): Promise<OutputPage>;
  /** Reads the registry anew, all of it or none of it. Never rejects for faults in the files. */
  reload(): Promise<ReloadReport>;
  stats(): BrokerStats;
  readonly settings: Settings;
  /** Stops what runs, answers what waits with `cancelled`, flushes records. Safe to call twice. */
  close(): Promise<void>;
}
