import type { Clock, Timer } from "../contract/index.js";

/** The longest delay Node takes; above it a timer fires at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** `performance.now()` by the same clock; that one takes a millisecond to load. */
function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The real clock: steps of the wall clock do not reach it. */
export const systemClock: Clock = {
  now: monotonicMs,
  after(ms, callback, options = {}): Timer {
    const due = monotonicMs() + ms;
    let handle: NodeJS.Timeout | null = null;
    const arm = () => {
      // Node may fire a fraction of a millisecond early; a deadline may not.
      const left = Math.ceil(due - monotonicMs());
      handle = setTimeout(left > LONGEST_MS ? arm : fire, Math.min(Math.max(left, 0), LONGEST_MS));
      if (options.unref) handle.unref();
    };
    const fire = () => (monotonicMs() < due ? arm() : callback());
    arm();
    return { cancel: () => handle !== null && clearTimeout(handle) };
  },
};
