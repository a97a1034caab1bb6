import type { Result } from "../../src/contract/index.js";

/** A Result of a run that went well; `over` names what matters to a test. */
export function result(over: Partial<Result> = {}): Result {
  return {
    id: "c1",
    tool: "echo_text",
    status: "success",
    exit_code: 0,
    signal: null,
    stdout: "",
    stderr: "",
    truncated: false,
    output: null,
    key_lines: [],
    counts: null,
    duration_ms: 12,
    queued_ms: 0,
    note: null,
    cleanup: null,
    error: null,
    ...over,
  };
}
