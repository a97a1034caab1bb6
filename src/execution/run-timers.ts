import type { Clock, Timer } from "../contract/index.js";

/** The clock of one run: whatever way the run ends, none of its timers stays behind. */
export class RunTimers implements Clock {
  readonly #clock: Clock;
  readonly #pending: Timer[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now();
  }

  after(ms: number, callback: () => void): Timer {
    const timer = this.#clock.after(ms, () => {
      this.#remove(entry);
      callback();
    });
    const entry: Timer = {
      cancel: () => {
        this.#remove(entry);
        timer.cancel();
      },
    };
    this.#pending.push(entry);
    return entry;
  }

  cancelAll(): void {
    for (const timer of [...this.#pending]) timer.cancel();
  }

  /** There are few: a state of a run has two at most. */
  #remove(entry: Timer): void {
    const at = this.#pending.indexOf(entry);
    if (at !== -1) this.#pending.splice(at, 1);
  }
}
