import type { Clock, Timer } from "../contract/index.js";
import type { RunProcess } from "./run-process.js";

/** Ends a deadline's timer. */
export type Disarm = () => void;

/**
 * Calls back once after `ms`. The answer to an exit that happened before is let through first: both may be waiting
 * when the event loop was busy, and then the exit came first.
 */
export function deadline(clock: Clock, ms: number, callback: () => void): Disarm {
  let timer: Timer = clock.after(Math.max(ms, 0), () => {
    timer = clock.after(0, callback);
  });
  return () => timer.cancel();
}

/** Calls back once when the process has printed nothing for `ms`. */
export function idleDeadline(clock: Clock, process: RunProcess, ms: number, callback: () => void): Disarm {
  const left = () => process.lastOutputAt + ms - clock.now();
  // Looked at when it is due instead of moved with each piece of output: a flood costs nothing.
  const due = () => (left() > 0 ? arm() : callback());
  let disarm: Disarm;
  const arm = () => {
    disarm = deadline(clock, left(), due);
  };
  arm();
  return () => disarm();
}

/** A capture that lags behind is given time to catch up as long as it takes something in this often. */
const CATCH_UP_MS = 20;

/**
 * Calls back once when reading on is no use: after `ms`, or, when reading waits for the capture then, as soon as it
 * has caught up, but after `longestMs` at the latest.
 */
export function drainDeadline(
  clock: Clock,
  process: RunProcess,
  { ms, longestMs }: { readonly ms: number; readonly longestMs: number },
  callback: () => void,
): Disarm {
  const until = clock.now() + longestMs;
  let lagged = false;
  const due = () => {
    lagged ||= process.paused;
    const lags = lagged && clock.now() - process.lastOutputAt < CATCH_UP_MS;
    if (lags && clock.now() < until) timer = clock.after(CATCH_UP_MS, due);
    else callback();
  };
  let timer: Timer = clock.after(ms, due);
  return () => timer.cancel();
}
