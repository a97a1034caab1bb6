import { IndexedHeap } from "./indexed-heap.js";
import { goesBefore, type WaitingJob } from "./waiting-job.js";

/** What a job finds that has to wait. */
export type Claim =
  | { readonly kind: "place" }
  /** The queue is full, but `holder` is above its share and has to give up the place of `waiting`. */
  | { readonly kind: "displaces"; readonly waiting: WaitingJob; readonly holder: Holder }
  | { readonly kind: "full" }
  | { readonly kind: "share"; readonly holder: Holder };

/** A caller, the places it holds, and those it may hold while others wait too. */
export interface Holder {
  readonly caller: string;
  readonly held: number;
  readonly share: number;
}

/** The waiting jobs of one caller, last in order on top. */
type Holding = IndexedHeap<WaitingJob>;

/**
 * The places of the bounded queue, and who holds them. A caller that waits alone may use all of them; while others
 * wait too it gets no more than its share. What it holds above that from before goes, last in order first, when
 * another caller finds the queue full: pushing out from the longest queue keeps a shared buffer both fair and full
 * (Suter et al., INFOCOM 1998).
 */
export class Places {
  readonly #holdings = new Map<string, Holding>();
  #size = 0;
  /** At most one caller is above its share: it got there while nobody else waited. */
  #above: Holding | null = null;

  readonly #share: number;

  /** @param callerShare The part 0 … 1 of all places that one caller gets while others wait too; one place at least. */
  constructor(
    readonly total: number,
    callerShare: number,
  ) {
    this.#share = Math.max(Math.floor(total * callerShare), 1);
  }

  get size(): number {
    return this.#size;
  }

  claim(caller: string): Claim {
    const held = this.#holdings.get(caller)?.size ?? 0;
    if (held >= this.#share && held < this.#size) return { kind: "share", holder: this.#holder(caller, held) };
    if (this.#size < this.total) return { kind: "place" };
    const above = held < this.#share ? this.#above : null;
    const waiting = above?.first;
    if (above === null || waiting === undefined) return { kind: "full" };
    return { kind: "displaces", waiting, holder: this.#holder(waiting.job.caller, above.size) };
  }

  #holder(caller: string, held: number): Holder {
    return { caller, held, share: this.#share };
  }

  add(waiting: WaitingJob): void {
    const { caller } = waiting.job;
    let holding = this.#holdings.get(caller);
    if (holding === undefined) {
      holding = new IndexedHeap((a, b) => goesBefore(b, a));
      this.#holdings.set(caller, holding);
    }
    holding.add(waiting);
    this.#size += 1;
    if (holding.size > this.#share) this.#above = holding;
  }

  /** Does nothing when the job has no place. */
  remove(waiting: WaitingJob): void {
    const { caller } = waiting.job;
    const holding = this.#holdings.get(caller);
    if (!holding?.remove(waiting)) return;
    this.#size -= 1;
    if (holding.size === 0) this.#holdings.delete(caller);
    if (holding === this.#above && holding.size <= this.#share) this.#above = null;
  }
}
