import type { Clock, Timer } from "../contract/index.js";
import { IndexedHeap } from "./indexed-heap.js";
import type { WaitingJob } from "./waiting-job.js";

/** Tells of jobs that have waited too long. All may wait equally long, so the oldest is due first: one timer serves all. */
export class Deadlines {
  readonly #waiting = new IndexedHeap<WaitingJob>((a, b) => a.sequence < b.sequence);
  #timer: Timer | null = null;

  /** `expired` has to remove the job it is given. */
  constructor(
    private readonly clock: Clock,
    private readonly waitMs: number,
    private readonly expired: (waiting: WaitingJob) => void,
  ) {}

  add(waiting: WaitingJob): void {
    this.#waiting.add(waiting);
    if (this.#timer === null) this.#arm(waiting);
  }

  /** The timer stays for the next in line: most jobs leave before they are due, and setting it anew would cost more. */
  remove(waiting: WaitingJob): void {
    this.#waiting.remove(waiting);
    if (this.#waiting.size > 0) return;
    this.#timer?.cancel();
    this.#timer = null;
  }

  #arm(waiting: WaitingJob): void {
    const left = waiting.enqueuedAt + this.waitMs - this.clock.now();
    this.#timer = this.clock.after(Math.max(left, 0), () => this.#due());
  }

  #due(): void {
    this.#timer = null;
    for (let first = this.#waiting.first; first !== undefined; first = this.#waiting.first) {
      if (first.enqueuedAt + this.waitMs > this.clock.now()) {
        this.#arm(first);
        return;
      }
      this.expired(first);
    }
  }
}
