import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageDir } from "../../package-dir.js";

/** The tokens of cl100k_base: a lower rank is joined first. What the file holds stands in scripts/token-ranks.mjs. */
export class Ranks {
  readonly #starts: Uint32Array;
  readonly #slots: Uint32Array;
  readonly #bytes: Uint8Array;

  constructor(file: Buffer) {
    // A copy that begins at an address that words may begin at.
    const { buffer } = new Uint8Array(file);
    const [count, slots] = new Uint32Array(buffer, 0, 2) as unknown as [number, number];
    this.#starts = new Uint32Array(buffer, 8, count + 1);
    this.#slots = new Uint32Array(buffer, 8 + 4 * (count + 1), slots);
    this.#bytes = new Uint8Array(buffer, 8 + 4 * (count + 1 + slots));
  }

  /** The rank of the token that is `bytes` from `start` to `end`; -1 when there is none. */
  rankOf(bytes: Uint8Array, start: number, end: number): number {
    // FNV-1a with 32 bits.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    const mask = this.#slots.length - 1;
    for (let slot = (hash >>> 0) & mask; ; slot = (slot + 1) & mask) {
      const rank = this.#slots[slot]! - 1;
      if (rank === -1 || this.#is(rank, bytes, start, end)) return rank;
    }
  }

  #is(rank: number, bytes: Uint8Array, start: number, end: number): boolean {
    const first = this.#starts[rank]!;
    if (this.#starts[rank + 1]! - first !== end - start) return false;
    for (let at = start; at < end; at++) {
      if (this.#bytes[first + at - start] !== bytes[at]) return false;
    }
    return true;
  }
}

let loaded: Ranks | null = null;

/** Read at first use. */
export function loadRanks(): Ranks {
  loaded ??= new Ranks(readFileSync(join(packageDir, "dist/cl100k.bin")));
  return loaded;
}
