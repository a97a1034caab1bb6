import type { Explanation, Result } from "../contract/index.js";

/** A dry run as the Result that `execute` promises: nothing ran, what would run is in `stdout`. */
export const explanationResult = (explanation: Explanation): Result => ({
  id: explanation.id,
  tool: explanation.tool,
  status: "success",
  exit_code: null,
  signal: null,
  stdout: JSON.stringify(explanation),
  stderr: "",
  truncated: false,
  output: null,
  key_lines: [],
  counts: null,
  duration_ms: null,
  queued_ms: null,
  note: "dry run: nothing was started",
  cleanup: null,
  error: null,
});
