import { EXIT_STATUS } from "../../errors/index.js";

/**
 * Tells of an error that no answer could tell of, and returns the exit status. A file that can't be written, a full
 * disk: the system's own words say which; anything else is a bug, and comes with where it happened.
 */
export function failure(error: unknown): number {
  const told = error instanceof Error ? ("code" in error ? error.message : error.stack) : String(error);
  process.stderr.write(`agent-reach: ${told}\n`);
  return EXIT_STATUS.error;
}
