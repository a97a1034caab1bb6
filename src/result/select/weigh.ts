import type { TemplateCounts } from "./counts.js";
import type { Entry } from "./entry.js";
import { WEIGHTS } from "./weights.js";

/** A line among others: its own weight, and the anchor it belongs to, if it belongs to one. */
export interface Weighed {
  readonly entry: Entry;
  /** By rarity, words and place in the stream; about 0 … 2.5. */
  own: number;
  /** Index of the line whose block it is in; -1 = none. */
  anchor: number;
  /** Share of the anchor's weight that it gets. */
  share: number;
  /** It says where the anchor stands, which is news also when lines alike were shown. */
  heading: boolean;
  /** It has a number of a length that no other line of its template has: news however many of them were shown. */
  odd: boolean;
}

export interface WeighOptions {
  readonly failed: boolean;
  /** Lines of the whole stream. */
  readonly lines: number;
}

/** A number of unusual length counts as an outlier among at least this many alike lines. */
const OUTLIER_AMONG = 20;
/** And as odd among this many, when no more than these are outliers: numbers that vary freely have more. */
const ODD = { among: 500, most: 2 };

/** Below this redundancy the output of a success is prose or a listing: read from the top, words of failure mean little. */
const PROSE = 0.2;
const PROSE_HEAD = { weight: 0.6, lines: 80 };
const PROSE_SEVERITY = 0.3;

/** Whether the output is to be read from the top. */
export const isProse = (counts: TemplateCounts, failed: boolean) => !failed && counts.words.redundancy() < PROSE;

/** Gives every line its own weight. */
export function weigh(entries: readonly Entry[], counts: TemplateCounts, options: WeighOptions): Weighed[] {
  const weights = ownWeights(entries, counts, options);
  const odd = oddOnes(entries, counts);
  return entries.map((entry, index) => {
    const own = weights[index]! + (odd.has(entry) ? WEIGHTS.odd : 0);
    return { entry, own, anchor: -1, share: 0, heading: false, odd: odd.has(entry) };
  });
}

function oddOnes(entries: readonly Entry[], counts: TemplateCounts): ReadonlySet<Entry> {
  const outliers = new Map<number, Entry[]>();
  for (const entry of entries) {
    const { words, shape } = entry.template;
    if (counts.words.of(words) < ODD.among || counts.shape.of(shape) > 2) continue;
    outliers.set(words, [...(outliers.get(words) ?? []).slice(0, ODD.most), entry]);
  }
  return new Set([...outliers.values()].filter(({ length }) => length <= ODD.most).flat());
}

/** The weights alone, by index. */
export function ownWeights(entries: readonly Entry[], counts: TemplateCounts, options: WeighOptions): Float64Array {
  counts.refresh();
  const withProse = { ...options, prose: isProse(counts, options.failed) };
  const weights = new Float64Array(entries.length);
  const last = entries.length - 1;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i]!;
    if (entry.indent === -1) continue;
    // Parts of a long line stand at its ends, too.
    const fromStart = Math.max(entry.line - 1, i);
    const fromEnd = Math.max(options.lines - entry.line, last - i);
    weights[i] = edgeWeight(fromStart, fromEnd, options.failed) + ownWeight(entry, counts, withProse);
  }
  return weights;
}

function ownWeight(entry: Entry, counts: TemplateCounts, options: WeighOptions & { readonly prose: boolean }): number {
  const { words, outline, shape } = entry.template;
  const { signals } = entry;
  const alike = counts.words.of(words);
  let weight = WEIGHTS.novelty / alike;
  if (entry.ruler) return weight;
  weight += WEIGHTS.words * counts.words.surprise(words) + WEIGHTS.outline * counts.outline.surprise(outline);
  weight += WEIGHTS.severity * signals.severity * (options.prose ? PROSE_SEVERITY : 1);
  if (options.prose) weight += PROSE_HEAD.weight * Math.max(0, 1 - entry.line / PROSE_HEAD.lines);
  if (signals.summary) weight += WEIGHTS.summary * (options.lines - entry.line < 40 ? 1 : WEIGHTS.summaryBefore);
  if (signals.place) weight += WEIGHTS.place;
  if (alike >= OUTLIER_AMONG && counts.shape.of(shape) <= 2) weight += WEIGHTS.outlier;
  return weight;
}

/** Lines from an end beyond which it says nothing. */
const NEAR_EDGE = 40;

/** The first lines tell what was run, the last ones how it went. */
function edgeWeight(fromStart: number, fromEnd: number, failed: boolean): number {
  if (fromStart > NEAR_EDGE && fromEnd > NEAR_EDGE) return 0;
  const head = WEIGHTS.head * WEIGHTS.headDecay ** fromStart;
  const tail = (failed ? WEIGHTS.tail : WEIGHTS.tailSuccess) * WEIGHTS.tailDecay ** fromEnd;
  return Math.max(head, tail);
}
