/** Bytes of a line whose letters tell its kind. */
const HEAD_BYTES = 128;
/** Kinds told apart; when so many are unlike, one more says nothing. */
const MOST_KINDS = 8192;
/** Bits of a hash that a kind is known by: with all kinds there are, one in 500 new ones is taken for a known one. */
const KIND_BITS = 22;
const LF = 0x0a;
const START = 0x811c9dc5;

export interface News {
  /** Lines of a kind not seen before. */
  readonly fresh: number;
  /** Every line was looked at, to its end: none that is not fresh has a word that those before did not have. */
  readonly surely: boolean;
}

/** Knows which kinds of lines were seen, by the letters they begin with: digits and marks vary, and say little. */
export class Novelty {
  private readonly known = new Uint8Array(1 << KIND_BITS);
  private kinds = 0;

  /** What is new in a block, and known from then on. */
  count(block: Buffer): News {
    let fresh = 0;
    let surely = true;
    let last = START;
    for (let at = 0; at < block.length && this.kinds < MOST_KINDS; at++) {
      let hash = START;
      const stop = Math.min(block.length, at + HEAD_BYTES);
      let byte = 0;
      for (; at < stop; at++) {
        byte = block[at]!;
        if (byte === LF) break;
        const letter = byte | 0x20;
        if (byte >= 0x80 || (letter >= 0x61 && letter <= 0x7a)) hash = Math.imul(hash ^ byte, 0x01000193);
      }
      if (hash !== last && this.add(hash)) fresh++;
      last = hash;
      if (byte === LF) continue;
      surely = false;
      at = block.indexOf(LF, at);
      if (at === -1) break;
    }
    return { fresh, surely: surely && this.kinds < MOST_KINDS };
  }

  private add(hash: number): boolean {
    const kind = (hash ^ (hash >>> KIND_BITS)) & ((1 << KIND_BITS) - 1);
    if (this.known[kind] === 1) return false;
    this.known[kind] = 1;
    this.kinds++;
    return true;
  }
}
