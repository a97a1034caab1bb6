/** Bytes of a line whose letters tell its kind. */
const HEAD_BYTES = 64;
/** Kinds remembered. */
const MOST_KINDS = 8192;
const LF = 0x0a;

/** Knows which kinds of lines were seen, by the letters they begin with: digits and marks vary, and say little. */
export class Novelty {
  private readonly kinds = new Set<number>();

  /** How many lines of a block are of a kind not seen before; they are known from then on. */
  count(block: Buffer): number {
    let fresh = 0;
    for (let at = 0; at < block.length; ) {
      const feed = block.indexOf(LF, at);
      const end = feed === -1 ? block.length : feed;
      const kind = kindOf(block, at, Math.min(end, at + HEAD_BYTES));
      if (!this.kinds.has(kind)) {
        fresh++;
        if (this.kinds.size < MOST_KINDS) this.kinds.add(kind);
      }
      at = end + 1;
    }
    return fresh;
  }
}

function kindOf(block: Buffer, from: number, to: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at++) {
    const byte = block[at]!;
    const letter = byte | 0x20;
    if (byte >= 0x80 || (letter >= 0x61 && letter <= 0x7a)) hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash;
}
