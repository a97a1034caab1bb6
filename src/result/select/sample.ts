import { shorten } from "../surrogates.js";
import type { Sampler } from "./assemble.js";
import type { Entry } from "./entry.js";
import { prefixLength } from "./prefix.js";

const LONGEST = 48;
/** Lines of a kind, and their share of a cut, from which the kind is named. */
const LEAST_LINES = 3;
const LEAST_SHARE = 0.3;

/** Names the commonest kind of line in a cut, when it makes up a good part of it: `940 like "tick 7"`. */
export function sampleCommonest(entries: readonly Entry[]): Sampler {
  return (from, to) => {
    const kinds = new Map<number, { count: number; readonly text: string }>();
    let total = 0;
    let best: { count: number; readonly text: string } | null = null;
    for (let i = firstAt(entries, from.line); i < entries.length && entries[i]!.line <= to.line; i++) {
      const { text, template, indent } = entries[i]!;
      if (indent === -1) continue;
      total++;
      const kind = kinds.get(template.words) ?? { count: 0, text };
      kind.count++;
      kinds.set(template.words, kind);
      if (best === null || kind.count > best.count) best = kind;
    }
    if (best === null || best.count < LEAST_LINES || best.count < total * LEAST_SHARE) return null;
    return `${best.count} like "${shorten(best.text.slice(prefixLength(best.text)).trim(), LONGEST)}"`;
  };
}

/** Index of the first entry of a line or after it. */
function firstAt(entries: readonly Entry[], line: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
