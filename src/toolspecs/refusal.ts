import type { Fault, Result } from "../contract/index.js";
import { ERRORS } from "../errors/index.js";

/** The Result of a call that never reached the broker. */
export function refusal(id: string, tool: string | null, fault: Fault): Result {
  const row = ERRORS[fault.code];
  return {
    id,
    tool,
    status: row.status,
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
    error: {
      code: fault.code,
      message: fault.message,
      hint: fault.hint,
      retryable: row.retryable,
      retry_after_ms: fault.retryAfterMs,
      path: fault.path,
      details: fault.details,
    },
  };
}
