import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareReports } from "../../src/bench/index.js";
import { createRandom, normal } from "../../src/bench/mix/random.js";
import { rankTest } from "../../src/bench/report/rank-test.js";
import { reportWith } from "./reports.js";

const noisy = (seed: number, mean: number, spread: number, count = 60) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => mean * Math.exp(spread * normal(random)));
};

describe("rank test", () => {
  it("gives the p-values of the textbook", () => {
    // R: wilcox.test(1:10, 6:15, exact = FALSE)$p.value and with ties, wilcox.test(rep(1:4, 3), rep(2:5, 3), exact = FALSE).
    const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(rankTest(upTo(1, 10), upTo(6, 15))).toBeCloseTo(0.00493, 3);
    expect(rankTest([...upTo(1, 10)], [...upTo(1, 10)])).toBeCloseTo(1, 1);
  });

  it("rarely takes noise for a difference, and sees a small real one", () => {
    const same = Array.from({ length: 200 }, (_, index) => rankTest(noisy(index, 1, 0.3), noisy(index + 1000, 1, 0.3)));
    expect(same.filter((p) => p < 0.01).length).toBeLessThanOrEqual(8);
    const other = Array.from({ length: 50 }, (_, index) =>
      rankTest(noisy(index, 1, 0.1), noisy(index + 1000, 1.2, 0.1)),
    );
    expect(other.every((p) => p < 0.01)).toBe(true);
  });

  it("is a probability whatever the samples", () => {
    const samples = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 });
    fc.assert(
      fc.property(samples, samples, (a, b) => {
        const p = rankTest(a, b);
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(rankTest(b, a)).toBeCloseTo(p, 10);
      }),
    );
  });
});

describe("compare", () => {
  const verdicts = (before: Parameters<typeof reportWith>[0], now: Parameters<typeof reportWith>[0]) =>
    Object.fromEntries(
      compareReports(reportWith(before), reportWith(now)).changes.map(({ metric, verdict }) => [metric, verdict]),
    );

  it("calls a run the same as another of the same kind", () => {
    const before = { done: noisy(1, 100, 0.1), p50: noisy(2, 5, 0.2), p99: noisy(3, 40, 0.4) };
    const now = { done: noisy(4, 100, 0.1), p50: noisy(5, 5, 0.2), p99: noisy(6, 40, 0.4) };
    expect(verdicts(before, now)).toMatchObject({ throughput: "same", "latency p50": "same", "latency p99": "same" });
  });

  it("tells better from worse", () => {
    const before = { done: noisy(1, 100, 0.1), p50: noisy(2, 5, 0.2), p99: noisy(3, 40, 0.2) };
    const now = { done: noisy(4, 140, 0.1), p50: noisy(5, 8, 0.2), p99: noisy(6, 25, 0.2) };
    expect(verdicts(before, now)).toMatchObject({
      throughput: "better",
      "latency p50": "worse",
      "latency p99": "better",
    });
  });

  it("does not call a change real that is too small to matter", () => {
    const before = { done: noisy(1, 100, 0.005), p50: noisy(2, 5, 0.005), p99: noisy(3, 40, 0.005) };
    const now = { done: noisy(4, 102, 0.005), p50: noisy(5, 5.1, 0.005), p99: noisy(6, 41, 0.005) };
    expect(verdicts(before, now)).toMatchObject({ throughput: "same", "latency p50": "same", "latency p99": "same" });
  });

  it("names what else differs, and compares nothing but the same load", () => {
    const series = { done: [1], p50: [1], p99: [1] };
    const before = reportWith(series, { driver: "portable" });
    const now = reportWith(series, { driver: "native" });
    expect(compareReports(before, now).differences).toEqual(['driver: "portable" before, "native" now']);
    const other = { ...now, runs: [{ ...now.runs[0]!, load: { kind: "closed", concurrency: 9 } as const }] };
    expect(compareReports(before, other).changes).toEqual([]);
  });
});
