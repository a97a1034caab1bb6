import type { Explanation, Result } from "../contract/index.js";
import { nothingRan } from "../errors/index.js";

/** A dry run as the Result that `execute` promises: nothing ran, what would run is in `stdout`. */
export const explanationResult = (explanation: Explanation): Result => ({
  ...nothingRan(explanation.id, explanation.tool),
  stdout: JSON.stringify(explanation),
  note: "dry run: nothing was started",
});
