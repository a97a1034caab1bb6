import type { TemplateCounts } from "./counts.js";
import type { Entry } from "./entry.js";
import { ownWeights } from "./weigh.js";

/** Lines kept at both ends, whatever they say. */
const HEAD = 200;
const TAIL = 400;
/** What is kept around a line that tells much. */
const BEFORE = 4;
const AFTER = 16;
/** Lines and characters that are kept. */
const MOST_KEPT = 3000;
const MOST_CHARACTERS = 400_000;
/** Lines of one template that are kept for themselves. */
const MOST_OF_TEMPLATE = 4;

/**
 * Lets go of the lines that tell least, so that a stream of any length takes bounded memory: keeps both ends, and the
 * heaviest lines with what stands around them. What is kept no longer holds on to the text it was cut from.
 * @param kept entries at the start that went through this before
 */
export function thin(entries: readonly Entry[], kept: number, counts: TemplateCounts): Entry[] {
  const keep = new Uint8Array(entries.length);
  keep.fill(1, 0, HEAD);
  keep.fill(1, Math.max(0, entries.length - TAIL));
  const weights = ownWeights(entries, counts, { failed: true, lines: Number.POSITIVE_INFINITY });
  const order = Uint32Array.from(weights.keys()).sort((a, b) => weights[b]! - weights[a]! || a - b);
  const shown = new Map<number, number>();
  let room = MOST_KEPT;
  let characters = MOST_CHARACTERS;
  for (const index of order) {
    const { words } = entries[index]!.template;
    const alike = shown.get(words) ?? 0;
    if (alike >= MOST_OF_TEMPLATE) continue;
    shown.set(words, alike + 1);
    for (let i = Math.max(0, index - BEFORE); i <= Math.min(entries.length - 1, index + AFTER); i++) {
      if (keep[i] === 1) continue;
      keep[i] = 1;
      room--;
      characters -= entries[i]!.text.length;
    }
    if (room <= 0 || characters <= 0) break;
  }
  return entries.flatMap((entry, index) => (keep[index] === 0 ? [] : index < kept ? [entry] : [detached(entry)]));
}

/** A slice keeps the whole text it was cut from alive: a copy does not. */
const detached = (entry: Entry): Entry => ({ ...entry, text: Buffer.from(entry.text).toString() });
