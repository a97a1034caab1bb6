import type { Clock, Timer } from "../../src/contract/index.js";

interface Pending {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Lets promises and what follows from them run to their end. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A clock that moves when it is told to. */
export class FakeClock implements Clock {
  readonly #pending = new Set<Pending>();
  #now = 1000;
  #order = 0;

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): Timer {
    this.#order += 1;
    const entry = { due: this.#now + ms, order: this.#order, callback };
    this.#pending.add(entry);
    return { cancel: () => this.#pending.delete(entry) };
  }

  /** Timers that are neither due nor cancelled. */
  get timers(): number {
    return this.#pending.size;
  }

  /** Moves on, firing each timer at its time, in order. */
  async advance(ms: number): Promise<void> {
    const target = this.#now + ms;
    await settled();
    for (let next = this.#next(target); next !== null; next = this.#next(target)) {
      this.#pending.delete(next);
      this.#now = Math.max(this.#now, next.due);
      next.callback();
      await settled();
    }
    this.#now = target;
  }

  #next(target: number): Pending | null {
    const due = [...this.#pending].filter((entry) => entry.due <= target);
    return due.sort((a, b) => a.due - b.due || a.order - b.order)[0] ?? null;
  }
}
