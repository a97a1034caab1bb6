import type { Entry } from "./entry.js";
import { prefixLength } from "./prefix.js";

/** Lines a list has at least, and the share of them that is of a few kinds: a row without a value, or with a fraction, is another. */
const LEAST_LINES = 20;
const KINDS = 3;
const ALIKE_SHARE = 0.9;
/** The share of its characters that a line of a list does not have in common with the line before. */
const VARYING_SHARE = 0.3;
/** Pairs of lines that are compared. */
const MOST_PAIRS = 500;

/**
 * Whether a stream is one regular list, which whoever asked for it wants to see, rather than the same thing said again:
 * nearly all lines are of a kind or two, have no time stamp, and what varies makes up a good part of each. `tick 7` is no
 * item of a list, and neither is a line that says how far something got; a row of a table or a path is.
 */
export function isList(entries: readonly Entry[]): boolean {
  const lines = entries.filter(({ indent }) => indent >= 0);
  if (lines.length < LEAST_LINES) return false;
  const alike = Math.max(ofFewKinds(lines, "words"), ofFewKinds(lines, "outline"));
  if (alike < lines.length * ALIKE_SHARE) return false;
  const step = Math.ceil(lines.length / MOST_PAIRS);
  let varying = 0;
  let all = 0;
  for (let i = 1; i < lines.length; i += step) {
    const [before, line] = [lines[i - 1]!, lines[i]!];
    if (prefixLength(line.text) > 0) return false;
    const known = wordsOf(before.text);
    wordsOf(line.text).forEach((word, at) => {
      all += word.length;
      if (word !== known[at]) varying += word.length;
    });
  }
  return varying >= all * VARYING_SHARE;
}

const wordsOf = (text: string) => text.split(/[\s,;|]+/);

/** Lines of the commonest kinds. */
function ofFewKinds(lines: readonly Entry[], reading: "words" | "outline"): number {
  const counts = new Map<number, number>();
  for (const { template } of lines) counts.set(template[reading], (counts.get(template[reading]) ?? 0) + 1);
  const commonest = [...counts.values()].sort((a, b) => b - a).slice(0, KINDS);
  return commonest.reduce((sum, count) => sum + count, 0);
}
