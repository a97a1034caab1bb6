import type { StreamName } from "./captured.js";
import type { StopReason } from "./execution.js";
import type { Result } from "./result.js";

/** What `onEvent` gets, in this order. `at_ms`: monotonic, milliseconds since the call was submitted. */
export type RunEvent =
  | { readonly type: "queued"; readonly at_ms: number }
  | { readonly type: "started"; readonly at_ms: number; readonly pid: number }
  /** Decoded and cleaned of control sequences; a piece may end anywhere but inside a code point. */
  | { readonly type: "output"; readonly at_ms: number; readonly stream: StreamName; readonly text: string }
  | { readonly type: "stopping"; readonly at_ms: number; readonly reason: StopReason["kind"] | "leftovers" }
  | { readonly type: "settled"; readonly at_ms: number; readonly result: Result };

/** A promise returned for `output` holds the run's output back until it settles, so that a slow reader bounds memory. */
export type RunEventListener = (event: RunEvent) => void | Promise<void>;
