import type { BenchReport } from "../../src/bench/index.js";
import { REPORT_FORMAT } from "../../src/bench/index.js";

interface Samples {
  readonly done: readonly number[];
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

const percentiles = { count: 100, mean: 5, p50: 5, p75: 6, p90: 8, p95: 9, p99: 40, p99_9: 80, max: 90 };

/** A report with these values in its slices of time. */
export function reportWith({ done, p50, p99 }: Samples, setup: Partial<BenchReport["setup"]> = {}): BenchReport {
  return {
    format: REPORT_FORMAT,
    at: "2026-01-01T00:00:00.000Z",
    version: "1.0.0",
    machine: { system: "Linux", cpu: "a processor", cpus: 2, memory_bytes: 2 ** 33, node: "v20.19.0" },
    setup: {
      front_door: "library",
      driver: "default",
      mix: "short",
      time_scale: 1,
      callers: 8,
      seed: 1,
      left_out: [],
      concurrency_limit: 4,
      queue_limit: 32,
      ...setup,
    },
    runs: [
      {
        load: { kind: "closed", concurrency: 4 },
        window_ms: done.length * 250,
        calls: { sent: 100, answered: 100, lost: 0, answered_twice: 0, broken: 0, wrong: 0, break_cause: null },
        statuses: { success: 100 },
        wrong_answers: [],
        asked_per_s: 100,
        done_per_s: 100,
        busy_share: 0,
        latency_ms: percentiles,
        busy_ms: null,
        queued_ms: percentiles,
        running_ms: percentiles,
        overhead_ms: percentiles,
        by_call: [{ name: "true", sent: 100, statuses: { success: 100 }, latency_ms: percentiles }],
        broker: {
          loop_delay_ms: percentiles,
          cpus: 0.5,
          children_cpus: 0.5,
          cpu_ms_per_call: 5,
          rss_bytes: { first: 5e7, peak: 6e7, last: 5e7 },
          descriptors: { first: 20, peak: 30, last: 20 },
        },
        curves: {
          latency: [
            [0, 1],
            [50, 5],
            [100, 90],
          ],
          running: [
            [0, 1],
            [100, 80],
          ],
          busy: [],
        },
        bars: [
          [1, 10, 90],
          [10, 100, 10],
        ],
        series: done.map((done_per_s, index) => ({
          at_s: index / 4,
          asked_per_s: done_per_s,
          done_per_s,
          busy_per_s: 0,
          p50_ms: p50[index] ?? null,
          p99_ms: p99[index] ?? null,
          rss_bytes: 5e7,
          descriptors: 20,
          loop_delay_ms: 2,
        })),
      },
    ],
    knee: null,
  };
}
