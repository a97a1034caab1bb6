import { dottedKey, type KeyPath } from "./key-path.js";

/** The keys of a document whose values could not be used and were taken out. */
export class BrokenKeys {
  readonly #keys = new Set<string>();
  /** Whatever lies above a broken key. */
  readonly #above = new Set<string>();

  add(path: KeyPath): void {
    this.#keys.add(dottedKey(path));
    for (let length = 0; length < path.length; length += 1) this.#above.add(dottedKey(path.slice(0, length)));
  }

  /** Whether this very value was taken out. */
  has(path: KeyPath): boolean {
    return this.#keys.size > 0 && this.#keys.has(dottedKey(path));
  }

  /** Whether it or anything in it was taken out. */
  touches(path: KeyPath): boolean {
    return this.has(path) || (this.#above.size > 0 && this.#above.has(dottedKey(path)));
  }
}
