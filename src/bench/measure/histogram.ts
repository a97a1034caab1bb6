import { build, type Histogram } from "hdr-histogram-js";

/** Percentiles in milliseconds; `count` values in all. */
export interface Percentiles {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p75: number;
  readonly p90: number;
  readonly p95: number;
  readonly p99: number;
  readonly p99_9: number;
  readonly max: number;
}

/** Times from 1 µs to about a day, each kept to so many digits, in memory that does not grow with their number. */
export interface TimeHistogram {
  record(ms: number): void;
  /** As `record`; a stall also counts what would have been seen within it, a sample each `everyMs`. */
  recordSampled(ms: number, everyMs: number): void;
  add(other: TimeHistogram): void;
  readonly count: number;
  at(percentile: number): number;
  /** Null when nothing was recorded. */
  percentiles(): Percentiles | null;
  /** Points `[percentile, ms]` from the least to the greatest, closer together towards 100. */
  curve(): readonly (readonly [number, number])[];
  /** Bars `[from, to, count]` in milliseconds, edges evenly spaced on a logarithmic scale; empty ones left out. */
  bars(): readonly (readonly [number, number, number])[];
  /** For `add` alone. */
  readonly counts: Histogram;
}

const LONGEST_US = 24 * 3600 * 1e6;
const BARS_PER_DECADE = 10;

export function createHistogram(digits: 2 | 3 = 3): TimeHistogram {
  const counts = build({
    bitBucketSize: 32,
    autoResize: true,
    lowestDiscernibleValue: 1,
    highestTrackableValue: 2,
    numberOfSignificantValueDigits: digits,
  });
  // What it gives for a percentile is the upper edge of the values it cannot tell apart.
  const at = (percentile: number) => Math.min(counts.getValueAtPercentile(percentile), counts.maxValue) / 1000;
  return {
    counts,
    record: (ms) => counts.recordValue(micros(ms)),
    recordSampled: (ms, everyMs) => counts.recordValueWithExpectedInterval(micros(ms), everyMs * 1000),
    add: (other) => counts.add(other.counts),
    get count() {
      return counts.totalCount;
    },
    at,
    percentiles() {
      if (counts.totalCount === 0) return null;
      return {
        count: counts.totalCount,
        mean: Math.round(counts.mean) / 1000,
        p50: at(50),
        p75: at(75),
        p90: at(90),
        p95: at(95),
        p99: at(99),
        p99_9: at(99.9),
        max: counts.maxValue / 1000,
      };
    },
    curve: () =>
      counts.totalCount === 0 ? [] : ticks(counts.totalCount).map((percentile) => [percentile, at(percentile)]),
    bars: () => bars(counts),
  };
}

const micros = (ms: number) => Math.min(LONGEST_US, Math.max(1, Math.round(ms * 1000)));

/** Ten steps for each nine, as far as there are values to tell them apart. */
function ticks(count: number): number[] {
  const percentiles = [0];
  for (let rest = 100; rest > 100 / count; rest /= 10) {
    for (let step = 1; step < 10; step += 1) percentiles.push(100 - rest + (step * rest) / 10);
  }
  return [...percentiles, 100];
}

function bars(counts: Histogram): (readonly [number, number, number])[] {
  const found: (readonly [number, number, number])[] = [];
  const edge = (index: number) => 10 ** (index / BARS_PER_DECADE);
  let below = 0;
  const first = Math.floor(Math.log10(Math.max(1, counts.minNonZeroValue)) * BARS_PER_DECADE);
  for (let index = first; below < counts.totalCount; index += 1) {
    const upTo = countUpTo(counts, edge(index + 1));
    if (upTo > below) found.push([edge(index) / 1000, edge(index + 1) / 1000, upTo - below]);
    below = upTo;
  }
  return found;
}

/** Values below `micros`, by bisection over the percentiles, which are all that the histogram tells. */
function countUpTo(counts: Histogram, limit: number): number {
  if (counts.maxValue < limit) return counts.totalCount;
  let low = 0;
  let high = counts.totalCount;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    // Half a value less, so that rounding does not reach the next one.
    if (counts.getValueAtPercentile(((middle - 0.5) / counts.totalCount) * 100) < limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
