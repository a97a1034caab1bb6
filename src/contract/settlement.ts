import type { Call } from "./call.js";
import type { StoredOutput } from "./capture.js";
import type { Execution } from "./execution.js";
import type { Fault } from "./fault.js";

/** Everything a Result is made from. */
export type Settlement =
  /** Refused before it reached the scheduler. */
  | {
      readonly kind: "refused";
      readonly id: string;
      readonly tool: string | null;
      readonly fault: Fault;
      readonly notes: readonly string[];
    }
  | {
      readonly kind: "executed";
      readonly call: Call;
      readonly execution: Execution;
      /** Null when nothing was stored. */
      readonly stored: StoredOutput | null;
    };
