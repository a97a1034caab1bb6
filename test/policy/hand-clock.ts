import type { Clock } from "../../src/contract/index.js";

/** A clock that a test sets by hand; policy sets no timers. */
export class HandClock implements Clock {
  ms = 1000;

  now(): number {
    return this.ms;
  }

  after(): never {
    throw new Error("a timer was set");
  }
}
