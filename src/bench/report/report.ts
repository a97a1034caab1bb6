import type { Status } from "../../contract/index.js";
import type { Percentiles } from "../measure/histogram.js";
import type { WrongAnswers } from "../measure/recorder.js";
import type { Slice } from "../measure/series.js";

export const REPORT_FORMAT = "agent-reach-bench/1";

/** What `bench --json` prints. Times in milliseconds, rates in calls a second. */
export interface BenchReport {
  readonly format: typeof REPORT_FORMAT;
  /** ISO 8601. */
  readonly at: string;
  readonly version: string;
  readonly machine: Machine;
  readonly setup: Setup;
  /** One run, or one for each rate of a ramp, lowest rate first. */
  readonly runs: readonly RunReport[];
  /** Of a ramp; null otherwise. */
  readonly knee: KneeReport | null;
}

export interface Machine {
  readonly system: string;
  readonly cpu: string;
  readonly cpus: number;
  readonly memory_bytes: number;
  readonly node: string;
}

export interface Setup {
  readonly front_door: string;
  readonly driver: string;
  readonly mix: string;
  readonly time_scale: number;
  readonly callers: number;
  readonly seed: number;
  /** Kinds of calls of the mix that the front door cannot carry. */
  readonly left_out: readonly string[];
  readonly concurrency_limit: number;
  readonly queue_limit: number;
}

export type LoadReport =
  | { readonly kind: "closed"; readonly concurrency: number }
  | { readonly kind: "open"; readonly rate_per_s: number };

export interface RunReport {
  readonly load: LoadReport;
  readonly window_ms: number;
  readonly calls: CallCounts;
  readonly statuses: { readonly [status in Status]?: number };
  readonly wrong_answers: readonly WrongAnswers[];
  readonly asked_per_s: number;
  /** Calls taken and answered. */
  readonly done_per_s: number;
  /** Of the calls asked, 0 … 1. */
  readonly busy_share: number;
  /** From the intended start to the answer, of calls that were taken. */
  readonly latency_ms: Percentiles | null;
  /** From the sending to the refusal. */
  readonly busy_ms: Percentiles | null;
  readonly queued_ms: Percentiles | null;
  readonly running_ms: Percentiles | null;
  /** From the sending to the answer, less waiting and running. */
  readonly overhead_ms: Percentiles | null;
  readonly by_call: readonly CallReport[];
  readonly broker: BrokerReport;
  readonly curves: {
    readonly [of in "latency" | "running" | "busy"]: readonly (readonly [percentile: number, ms: number])[];
  };
  /** Of `latency_ms`: from, to, count. */
  readonly bars: readonly (readonly [number, number, number])[];
  readonly series: readonly Slice[];
}

/** Every call of the run, also of the warm-up; all four below `answered` are 0 when the broker is right. */
export interface CallCounts {
  readonly sent: number;
  readonly answered: number;
  readonly lost: number;
  /** Answers that no call waited for. */
  readonly answered_twice: number;
  /** Calls whose front door broke. */
  readonly broken: number;
  readonly wrong: number;
  /** Why the front door broke. */
  readonly break_cause: string | null;
}

export interface CallReport {
  readonly name: string;
  readonly sent: number;
  readonly statuses: { readonly [status in Status]?: number };
  readonly latency_ms: Percentiles | null;
}

/** Null: not known here, or each call has a process of its own. */
export interface BrokerReport {
  readonly loop_delay_ms: Percentiles | null;
  /** Processors kept busy: 1 = one of them, all the time. */
  readonly cpus: number | null;
  readonly children_cpus: number | null;
  readonly cpu_ms_per_call: number | null;
  readonly rss_bytes: { readonly first: number; readonly peak: number; readonly last: number } | null;
  readonly descriptors: { readonly first: number; readonly peak: number; readonly last: number } | null;
}

export interface KneeReport {
  readonly rate_per_s: number | null;
  readonly capacity_per_s: number;
}
