import { IndexedHeap } from "./indexed-heap.js";
import { goesBefore, rank, type WaitingJob } from "./waiting-job.js";

/** The jobs of one caller. */
interface CallerLine {
  readonly jobs: IndexedHeap<WaitingJob>;
  /** Jobs that have joined, in the queue or still on their way to it. */
  members: number;
  /** When the caller last had a turn here, and the number of that turn; below all others when it had none. */
  lastTurnAt: number;
  lastTurn: number;
}

/**
 * A priority queue in which callers take turns. Within a caller: priority with aging, then first come. Between
 * callers the age of a job counts from its arrival or from its caller's last turn here, whichever is later, so a
 * flood of one caller delays a job of another by one turn. This is the start tag of start-time fair queueing (Goyal,
 * Vin, Cheng, SIGCOMM 1996) with one turn as the cost of a job and the clock as virtual time.
 */
export class TurnQueue {
  readonly #callers = new Map<string, CallerLine>();
  readonly #order = new IndexedHeap<CallerLine>(lineGoesBefore);
  #members = 0;
  #turns = 0;

  /** Jobs that have joined. */
  get members(): number {
    return this.#members;
  }

  get first(): WaitingJob | null {
    return this.#order.first?.jobs.first ?? null;
  }

  /** Says that the job will come here: until it parts, the turns of its caller are remembered. */
  join({ job }: WaitingJob): void {
    let line = this.#callers.get(job.caller);
    if (line === undefined) {
      line = { jobs: new IndexedHeap(goesBefore), members: 0, lastTurnAt: Number.NEGATIVE_INFINITY, lastTurn: 0 };
      this.#callers.set(job.caller, line);
    }
    line.members += 1;
    this.#members += 1;
  }

  /** The last one of a caller to part lets its turns be forgotten: what the caller sends later is younger than they are. */
  part({ job }: WaitingJob): void {
    const line = this.#callers.get(job.caller);
    if (line === undefined) return;
    line.members -= 1;
    this.#members -= 1;
    if (line.members === 0) this.#callers.delete(job.caller);
  }

  /** Puts a job that has joined in the queue. */
  add(waiting: WaitingJob): void {
    const line = this.#callers.get(waiting.job.caller);
    if (line === undefined) return;
    line.jobs.add(waiting);
    if (line.jobs.size === 1) this.#order.add(line);
    else this.#order.moved(line);
  }

  /** Takes a job out of the queue; nothing happens when it is not in. */
  remove(waiting: WaitingJob): void {
    const line = this.#callers.get(waiting.job.caller);
    if (!line?.jobs.remove(waiting)) return;
    if (line.jobs.size === 0) this.#order.remove(line);
    else this.#order.moved(line);
  }

  /** Takes the job out that starts: its caller has had its turn. */
  serve(waiting: WaitingJob, now: number): void {
    this.#turns += 1;
    const line = this.#callers.get(waiting.job.caller);
    if (line !== undefined) Object.assign(line, { lastTurnAt: now, lastTurn: this.#turns });
    this.remove(waiting);
  }
}

/** Neither line is empty: an empty one is taken out before anything is compared with it. */
function lineGoesBefore(a: CallerLine, b: CallerLine): boolean {
  const first = a.jobs.first!;
  const second = b.jobs.first!;
  const difference =
    rank(first, Math.max(first.enqueuedAt, a.lastTurnAt)) - rank(second, Math.max(second.enqueuedAt, b.lastTurnAt));
  // Turns within one tick of the clock are told apart by their number.
  if (difference !== 0) return difference < 0;
  return a.lastTurn === b.lastTurn ? first.sequence < second.sequence : a.lastTurn < b.lastTurn;
}
