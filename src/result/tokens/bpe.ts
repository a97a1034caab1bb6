import { loadRanks, type Ranks } from "./ranks.js";

/** What cl100k_base parts a text into before it joins bytes: tiktoken's pattern. */
const PIECES =
  /'(?:[sSdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s+$|\s*[\r\n]|\s+(?!\S)|\s/gu;
const NONE = 0xffff_ffff;

/** Tokens of a text as cl100k_base makes them. Quadratic in the length of a piece, such as a run of one character. */
export function countByPairs(text: string): number {
  const ranks = loadRanks();
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(Buffer.from(piece), ranks);
  return tokens;
}

/** Byte pair encoding: the two neighbours whose union has the lowest rank are joined, until no union is a token. */
function tokensOf(bytes: Uint8Array, ranks: Ranks): number {
  if (bytes.length === 1 || ranks.rankOf(bytes, 0, bytes.length) >= 0) return 1;
  // Where each part begins and the last ends; the rank of each part joined with the next.
  const starts = Uint32Array.from({ length: bytes.length + 1 }, (_, at) => at);
  const unions = new Uint32Array(bytes.length + 1);
  let parts = bytes.length;
  const unionAt = (part: number) => {
    const rank = part + 1 < parts ? ranks.rankOf(bytes, starts[part]!, starts[part + 2]!) : -1;
    return rank === -1 ? NONE : rank;
  };
  for (let part = 0; part < parts; part++) unions[part] = unionAt(part);
  for (;;) {
    let lowest = 0;
    for (let part = 1; part < parts; part++) if (unions[part]! < unions[lowest]!) lowest = part;
    if (unions[lowest] === NONE) return parts;
    starts.copyWithin(lowest + 1, lowest + 2, parts + 1);
    unions.copyWithin(lowest + 1, lowest + 2, parts + 1);
    parts -= 1;
    unions[lowest] = unionAt(lowest);
    if (lowest > 0) unions[lowest - 1] = unionAt(lowest - 1);
  }
}
