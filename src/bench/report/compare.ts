import type { Slice } from "../measure/series.js";
import { rankTest } from "./rank-test.js";
import type { BenchReport, LoadReport, RunReport } from "./report.js";

export interface Change {
  readonly run: LoadReport;
  readonly metric: string;
  readonly unit: "ms" | "per_s" | "bytes";
  readonly before: number;
  readonly now: number;
  /** `now` ÷ `before`. */
  readonly ratio: number;
  readonly verdict: "better" | "worse" | "same";
}

export interface Comparison {
  /** What else differs between the two, so that a change may not be the product's. */
  readonly differences: readonly string[];
  readonly changes: readonly Change[];
}

/** A change counts when chance explains it in less than one of a hundred cases, and when it is larger than this. */
const P_VALUE = 0.01;
const LEAST_CHANGE = 0.05;
/** Slices before this many are thrown away: they hold the start. */
const SETTLING_SLICES = 1;

const METRICS = [
  { metric: "throughput", unit: "per_s", of: (slice: Slice) => slice.done_per_s, moreIsBetter: true },
  { metric: "latency p50", unit: "ms", of: (slice: Slice) => slice.p50_ms, moreIsBetter: false },
  { metric: "latency p99", unit: "ms", of: (slice: Slice) => slice.p99_ms, moreIsBetter: false },
  { metric: "event-loop delay", unit: "ms", of: (slice: Slice) => slice.loop_delay_ms, moreIsBetter: false },
  { metric: "memory", unit: "bytes", of: (slice: Slice) => slice.rss_bytes, moreIsBetter: false },
] as const;

/**
 * What changed beyond noise: each metric of each slice of time is a sample, and the samples of the two reports are held
 * against each other by rank. Runs are matched by their load.
 */
export function compareReports(before: BenchReport, now: BenchReport): Comparison {
  const changes = now.runs.flatMap((run, index) => {
    const match = before.runs.find((other) => sameLoad(other.load, run.load)) ?? rampStep(before, now, index);
    return match === undefined ? [] : compareRuns(match, run);
  });
  return { differences: differences(before, now), changes };
}

/** The rates of two ramps differ by their nature: they are shares of what each found to be the capacity. */
const rampStep = (before: BenchReport, now: BenchReport, index: number): RunReport | undefined =>
  before.knee !== null && now.knee !== null && before.runs.length === now.runs.length ? before.runs[index] : undefined;

function compareRuns(before: RunReport, now: RunReport): Change[] {
  return METRICS.flatMap(({ metric, unit, of, moreIsBetter }) => {
    const samples = (run: RunReport) =>
      run.series
        .slice(SETTLING_SLICES)
        .map(of)
        .filter((value) => value !== null);
    const [old, fresh] = [samples(before), samples(now)];
    if (old.length === 0 || fresh.length === 0) return [];
    const [was, is] = [median(old), median(fresh)];
    const ratio = was === 0 ? (is === 0 ? 1 : Number.POSITIVE_INFINITY) : is / was;
    const real = Math.abs(ratio - 1) > LEAST_CHANGE && rankTest(old, fresh) < P_VALUE;
    const verdict = !real ? "same" : ratio > 1 === moreIsBetter ? "better" : "worse";
    return [{ run: now.load, metric, unit, before: was, now: is, ratio, verdict } satisfies Change];
  });
}

const sameLoad = (a: LoadReport, b: LoadReport) => JSON.stringify(a) === JSON.stringify(b);

function differences(before: BenchReport, now: BenchReport): string[] {
  const flat = ({ version, machine, setup }: BenchReport): { readonly [key: string]: unknown } => ({
    version,
    ...machine,
    ...setup,
  });
  const [old, fresh] = [flat(before), flat(now)];
  return Object.keys(fresh)
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(fresh[key]))
    .map((key) => `${key}: ${JSON.stringify(old[key])} before, ${JSON.stringify(fresh[key])} now`);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
