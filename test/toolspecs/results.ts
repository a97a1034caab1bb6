import type { Result } from "../../src/contract/index.js";
import { nothingRan } from "../../src/errors/index.js";

/** A Result of a run that went well; `over` names what matters to a test. */
export function result(over: Partial<Result> = {}): Result {
  return { ...nothingRan("c1", "echo_text"), exit_code: 0, duration_ms: 12, queued_ms: 0, ...over };
}
