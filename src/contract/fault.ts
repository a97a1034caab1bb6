import type { ErrorCode } from "./codes.js";
import type { JsonValue } from "./json.js";

/** Something that went wrong, as a value: what a Result's `error` is made from. */
export interface Fault {
  readonly code: ErrorCode;
  /** What is wrong, naming the thing at fault. Never holds a secret. */
  readonly message: string;
  /** What to do next; null when there is nothing useful to say. */
  readonly hint: string | null;
  /** JSON path into the request (`$.args.limit`), null when the fault is not in it. */
  readonly path: string | null;
  /** Milliseconds until a retry makes sense; null when unknown or not retryable. */
  readonly retryAfterMs: number | null;
  readonly details: { readonly [key: string]: JsonValue };
}
