import type { ErrorCode, Fault } from "../contract/index.js";

/** Makes a Fault; what is not given is null or empty. */
export function fault(code: ErrorCode, message: string, more: Partial<Omit<Fault, "code" | "message">> = {}): Fault {
  return { code, message, hint: null, path: null, retryAfterMs: null, details: {}, ...more };
}
