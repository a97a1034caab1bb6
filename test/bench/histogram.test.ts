import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHistogram } from "../../src/bench/measure/histogram.js";
import { Series } from "../../src/bench/measure/series.js";

const times = fc.array(fc.double({ min: 0.001, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

function recorded(values: readonly number[]) {
  const histogram = createHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

describe("time histogram", () => {
  it("keeps every percentile to a thousandth, the tail too", () => {
    fc.assert(
      fc.property(times, (values) => {
        const sorted = values.toSorted((a, b) => a - b);
        const histogram = recorded(values);
        for (const percentile of [1, 50, 90, 99, 99.9, 100]) {
          const exact = sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length - 1e-9) - 1)]!;
          expect(Math.abs(histogram.at(percentile) - exact)).toBeLessThanOrEqual(exact * 0.002 + 0.001);
        }
        const all = histogram.percentiles()!;
        expect(all.count).toBe(values.length);
        expect(all.p99_9).toBeLessThanOrEqual(all.max);
      }),
    );
  });

  it("has bars that hold every value once, and a curve that never falls", () => {
    fc.assert(
      fc.property(times, (values) => {
        const histogram = recorded(values);
        const bars = histogram.bars();
        expect(bars.reduce((sum, [, , count]) => sum + count, 0)).toBe(values.length);
        expect(bars.every(([from, to]) => from < to)).toBe(true);
        const curve = histogram.curve();
        expect(curve[0]![0]).toBe(0);
        expect(curve.at(-1)![0]).toBe(100);
        expect(
          curve.every(
            ([percentile, ms], index) =>
              index === 0 || (percentile > curve[index - 1]![0] && ms >= curve[index - 1]![1]),
          ),
        ).toBe(true);
      }),
    );
  });

  it("is empty without values", () => {
    const histogram = createHistogram();
    expect(histogram.percentiles()).toBeNull();
    expect(histogram.curve()).toEqual([]);
    expect(histogram.bars()).toEqual([]);
  });

  it("counts what a stall hid, where samples come at a known interval", () => {
    const histogram = createHistogram();
    for (let sample = 0; sample < 50; sample += 1) histogram.recordSampled(0.1, 5);
    histogram.recordSampled(500, 5);
    expect(histogram.at(50)).toBeGreaterThan(1);
    expect(histogram.at(90)).toBeGreaterThan(200);
  });
});

describe("series", () => {
  it("holds any length of time in a bounded number of slices, and loses no count", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 3_600_000, noNaN: true }), { minLength: 1, maxLength: 300 }),
        (at) => {
          const series = new Series();
          for (const ms of [...at, 3_600_000]) {
            const stretch = series.at(ms);
            stretch.asked += 1;
            stretch.latency.record(1);
          }
          const slices = series.slices(3_600_001);
          expect(slices.length).toBeLessThanOrEqual(120);
          const width = slices.length > 1 ? slices[1]!.at_s - slices[0]!.at_s : 3600.001;
          const asked = slices.reduce((sum, slice, index) => {
            const seconds = index === slices.length - 1 ? Math.min(width, 3600.001 - slice.at_s) : width;
            return sum + slice.asked_per_s * seconds;
          }, 0);
          expect(asked).toBeCloseTo(at.length + 1, 5);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("leaves out what came after the window", () => {
    const series = new Series();
    series.at(100).done += 1;
    series.at(5000).done += 1;
    const slices = series.slices(500);
    expect(slices.map(({ done_per_s }) => done_per_s)).toEqual([4, 0]);
  });
});
