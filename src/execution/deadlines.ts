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
const CATCH_UP_MS = 100;
/** What nobody adds to any more comes to its end by itself, on a busy machine with pauses like this. */
const REST_MS = 500;

export interface DrainBounds {
  readonly ms: number;
  readonly longestMs: number;
  /** Nobody is left to write more: what still comes is the rest. */
  readonly finite: boolean;
}

/**
 * Calls back once when reading on is no use: after `ms`, or, when the output is finite or reading waits for the capture
 * then, as soon as it has caught up, but after `longestMs` at the latest.
 */
export function drainDeadline(
  clock: Clock,
  process: RunProcess,
  { ms, longestMs, finite }: DrainBounds,
  callback: () => void,
): Disarm {
  const until = clock.now() + longestMs;
  const patienceMs = finite ? REST_MS : CATCH_UP_MS;
  let lagged = finite;
  let letThrough = false;
  const due = () => {
    lagged ||= process.paused;
    const lags = lagged && clock.now() - process.lastOutputAt < patienceMs;
    const left = until - clock.now();
    if (lags && left > 0) {
      letThrough = false;
      timer = clock.after(Math.min(CATCH_UP_MS, left), due);
    } else if (!letThrough) {
      // Output that came while the event loop was busy waits behind this timer.
      letThrough = true;
      timer = clock.after(0, due);
    } else callback();
  };
  let timer: Timer = clock.after(ms, due);
  return () => timer.cancel();
}
