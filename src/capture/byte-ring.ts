const EMPTY = Buffer.alloc(0);

/** The last `limit` bytes of what was appended. Memory grows with the data, up to the limit. */
export class ByteRing {
  #store = EMPTY;
  #length = 0;
  /** Where the next byte goes; equals the length until the ring has wrapped. */
  #end = 0;

  constructor(readonly limit: number) {}

  /** Bytes held. */
  get length(): number {
    return this.#length;
  }

  append(chunk: Buffer): void {
    const kept = chunk.length > this.limit ? chunk.subarray(chunk.length - this.limit) : chunk;
    if (kept.length === 0) return;
    this.#reserve(this.#length + kept.length);
    const untilWrap = Math.min(kept.length, this.#store.length - this.#end);
    kept.copy(this.#store, this.#end, 0, untilWrap);
    kept.copy(this.#store, 0, untilWrap);
    this.#length = Math.min(this.limit, this.#length + kept.length);
    this.#end += kept.length;
    if (this.#end >= this.limit) this.#end -= this.limit;
  }

  /** The bytes in order. May share memory with the ring, so append nothing after. */
  toBuffer(): Buffer {
    if (this.#length === 0) return EMPTY;
    if (this.#length < this.limit || this.#end === 0) return this.#store.subarray(0, this.#length);
    return Buffer.concat([this.#store.subarray(this.#end), this.#store.subarray(0, this.#end)]);
  }

  /** Only a ring below its limit grows, and that one has not wrapped: its bytes stand at the front. */
  #reserve(needed: number): void {
    const capacity = this.#store.length;
    if (needed <= capacity || capacity === this.limit) return;
    // Not from Node's shared pool: a ring that stays small must not hold a slab.
    const grown = Buffer.allocUnsafeSlow(Math.min(this.limit, Math.max(needed, 2 * capacity)));
    this.#store.copy(grown, 0, 0, this.#length);
    this.#store = grown;
  }
}
