import type { Ask } from "./approval.js";
import type { Progress } from "./progress.js";

/** What a tool call may use of the connection it came over. */
export interface CallContext {
  /** Aborts when the client cancels or is gone. */
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly ask: Ask;
  /** Who calls, for fairness and the records. */
  readonly caller: string;
  /** The client's protocol revision has resource links. */
  readonly links: boolean;
}
