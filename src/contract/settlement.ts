import type { Call } from "./call.js";
import type { StoredOutput } from "./capture.js";
import type { Execution } from "./execution.js";

/** What the Result of a call that was run is made from. */
export interface Settlement {
  readonly call: Call;
  readonly execution: Execution;
  /** Null when nothing was stored. */
  readonly stored: StoredOutput | null;
}
