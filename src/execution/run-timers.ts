import type { Clock, Timer } from "../contract/index.js";

/** The clock of one run: whatever way the run ends, none of its timers stays behind. */
export class RunTimers implements Clock {
  readonly #clock: Clock;
  readonly #pending = new Set<Timer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(ms: number, callback: () => void): Timer {
    const timer = this.#clock.after(ms, () => {
      this.#pending.delete(entry);
      callback();
    });
    const entry: Timer = {
      cancel: () => {
        this.#pending.delete(entry);
        timer.cancel();
      },
    };
    this.#pending.add(entry);
    return entry;
  }

  cancelAll(): void {
    for (const timer of [...this.#pending]) timer.cancel();
  }
}
