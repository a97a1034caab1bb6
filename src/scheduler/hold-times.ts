/** Weight of the newest sample in the moving average, as for round-trip times in TCP (RFC 6298). */
const WEIGHT = 1 / 8;
/** Taken for a run's length before any has ended. */
const FIRST_GUESS_MS = 1_000;
/** Bounds of the advice: sooner is a busy loop, later than a minute nobody knows. */
const SHORTEST_MS = 50;
const LONGEST_MS = 60_000;

/** Learns how long runs hold their permits, to tell callers when to try again. */
export class HoldTimes {
  #averageMs: number | null = null;

  record(ms: number): void {
    this.#averageMs = this.#averageMs === null ? ms : this.#averageMs + WEIGHT * (ms - this.#averageMs);
  }

  /** Milliseconds in which `waiting` jobs and one more are through at the present pace (Little's law). */
  untilThrough(waiting: number, running: number): number {
    const ms = ((this.#averageMs ?? FIRST_GUESS_MS) * (waiting + 1)) / Math.max(running, 1);
    return Math.round(Math.min(Math.max(ms, SHORTEST_MS), LONGEST_MS));
  }
}
