/** Random in letters enough that two processes which begin in the same millisecond do not meet; node:crypto takes 3 ms to load. */
const PREFIX = Date.now().toString(36) + Math.random().toString(36).slice(2, 7).padEnd(5, "0");
const COUNTER_DIGITS = 6;

let made = 0;

/**
 * A name that nothing else has, here or in another process; no secret. All are equally long letters and digits, so that
 * none is found within another.
 */
export function uniqueName(): string {
  made += 1;
  return PREFIX + made.toString(36).padStart(COUNTER_DIGITS, "0");
}
