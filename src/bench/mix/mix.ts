import type { JsonObject, Status } from "../../contract/index.js";
import type { Duration } from "./duration.js";

/** Kinds of calls and how often each comes. */
export interface Mix {
  readonly name: string;
  readonly description: string | null;
  /** Every duration is multiplied by it. */
  readonly timeScale: number;
  /** Callers that the calls are spread over. */
  readonly callers: number;
  readonly calls: readonly MixCall[];
}

export interface MixCall {
  readonly name: string;
  readonly weight: number;
  readonly tool: string;
  /** The value `{duration}` stands for the seconds drawn. */
  readonly args: JsonObject;
  readonly duration: Duration | null;
  /** Seconds. */
  readonly timeout: number | null;
  readonly cancelAfter: Duration | null;
  readonly priority: number;
  /** Statuses that are right, beside `busy`; null = any. */
  readonly expect: readonly Status[] | null;
  /** What a success prints on stdout; null = anything. */
  readonly stdoutBytes: number | null;
}

/** The shipped tools, config/mixes/tools.toml. */
export const BENCH_TOOLS = ["bench_true", "bench_sleep", "bench_print", "bench_fail", "bench_stubborn"] as const;

export const DEFAULT_CALLERS = 8;

/** A mix of one call alone. */
export function singleCallMix(tool: string, args: JsonObject): Mix {
  const call: MixCall = {
    name: tool,
    weight: 1,
    tool,
    args,
    duration: null,
    timeout: null,
    cancelAfter: null,
    priority: 0,
    expect: null,
    stdoutBytes: null,
  };
  return { name: tool, description: null, timeScale: 1, callers: DEFAULT_CALLERS, calls: [call] };
}
