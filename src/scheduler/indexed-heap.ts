/** A binary heap out of whose middle a value can be taken or moved: O(log n) each, nothing is left behind. */
export class IndexedHeap<T> {
  readonly #values: T[] = [];
  readonly #places = new Map<T, number>();

  /** `before` is a strict total order; a value may stand in the heap once. */
  constructor(private readonly before: (a: T, b: T) => boolean) {}

  get size(): number {
    return this.#values.length;
  }

  get first(): T | undefined {
    return this.#values[0];
  }

  add(value: T): void {
    this.#rise(value, this.#values.length);
  }

  /** False when the value is not in the heap. */
  remove(value: T): boolean {
    const place = this.#places.get(value);
    if (place === undefined) return false;
    this.#places.delete(value);
    const last = this.#values.pop()!;
    if (last !== value) this.#settle(last, place);
    return true;
  }

  /** Puts a value whose order has changed in its new place. */
  moved(value: T): void {
    const place = this.#places.get(value);
    if (place !== undefined) this.#settle(value, place);
  }

  #settle(value: T, place: number): void {
    this.#rise(value, this.#sink(value, place));
  }

  /** Moves parents down until `value` fits at or above `place`, and puts it there. */
  #rise(value: T, place: number): void {
    let at = place;
    while (at > 0) {
      const parent = this.#values[(at - 1) >> 1]!;
      if (!this.before(value, parent)) break;
      this.#put(parent, at);
      at = (at - 1) >> 1;
    }
    this.#put(value, at);
  }

  /** Moves children up until `value` fits at or below `place`; answers where. */
  #sink(value: T, place: number): number {
    const count = this.#values.length;
    let at = place;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= count) return at;
      if (child + 1 < count && this.before(this.#values[child + 1]!, this.#values[child]!)) child += 1;
      if (!this.before(this.#values[child]!, value)) return at;
      this.#put(this.#values[child]!, at);
      at = child;
    }
  }

  #put(value: T, place: number): void {
    this.#values[place] = value;
    this.#places.set(value, place);
  }
}
