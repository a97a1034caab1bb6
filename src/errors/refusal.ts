import type { ErrorBody, Fault, Result } from "../contract/index.js";
import { ERRORS } from "./table.js";

/** The answer to a request for which nothing was run. */
export function refusal(id: string, tool: string | null, fault: Fault, notes: readonly string[] = []): Result {
  const { status } = ERRORS[fault.code];
  return {
    ...nothingRan(id, tool),
    status,
    note: notes.length === 0 ? null : notes.join("; "),
    error: errorBody(fault),
  };
}

/** A Result that says of every field of contract section 3 that there is nothing. */
export function nothingRan(id: string, tool: string | null): Result {
  return {
    id,
    tool,
    status: "success",
    exit_code: null,
    signal: null,
    stdout: "",
    stderr: "",
    truncated: false,
    output: null,
    key_lines: [],
    counts: null,
    duration_ms: null,
    queued_ms: null,
    note: null,
    cleanup: null,
    error: null,
  };
}

/** A fault as it stands in a Result. */
export function errorBody({ code, message, hint, retryAfterMs, path, details }: Fault): ErrorBody {
  return { code, message, hint, retryable: ERRORS[code].retryable, retry_after_ms: retryAfterMs, path, details };
}
