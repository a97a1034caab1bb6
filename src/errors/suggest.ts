import { distance } from "fastest-levenshtein";

/**
 * The candidate that was probably meant, or null. A third of the name may be wrong, at least one letter.
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  const folded = fold(name);
  for (const candidate of candidates) {
    const other = fold(candidate);
    if (Math.abs(other.length - folded.length) >= least) continue;
    const edits = swapped(folded, other) ? 1 : distance(folded, other);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

/** Letters that changed places are one slip, not two. */
const swapped = (a: string, b: string) => a !== b && a.length === b.length && sorted(a) === sorted(b);

const sorted = (text: string) => [...text].sort().join("");

/** `maxTimeout`, `max-timeout` and `max_timeout` are the same word to who typed it. */
const fold = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** " Did you mean X?" or nothing, to stand after a sentence. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const meant = nearest(name, candidates);
  return meant === null ? "" : ` Did you mean "${meant}"?`;
}
