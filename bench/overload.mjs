// Past the knee: rate asked against rate done, up to ten times the capacity.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { benchReport, faultsOf } from "./lib/bench-command.mjs";
import { mib, round } from "./lib/numbers.mjs";
import { RESULTS } from "./lib/paths.mjs";
import { makeProject } from "./lib/project.mjs";

const BAR_WIDTH = 30;

export default async function overload({ quick }) {
  mkdirSync(RESULTS, { recursive: true });
  const page = join(RESULTS, "overload.html");
  const seconds = quick ? "0.3" : "3";
  const warmup = ["--warmup", quick ? "0.1" : "0.5"];
  const project = makeProject([], { limits: { concurrency: 8, queue: 64, caller_share: 1 } });
  const ramp = await benchReport(project, [
    "--mix",
    "steady",
    "--ramp",
    "--duration",
    seconds,
    "--html",
    page,
    ...warmup,
  ]);
  const capacity = ramp.knee.capacity_per_s;
  const tenfold = ["--mix", "steady", "--rate", String(10 * capacity), "--duration", quick ? "2" : "20", ...warmup];
  const beyond = await benchReport(project, tenfold);
  const runs = [...ramp.runs, ...beyond.runs];
  return {
    data: { ramp, beyond },
    tables: [
      {
        title: `Overload: calls of 50 ms, 8 at once, 64 waiting; capacity ${round(capacity)}/s`,
        head: [
          "asked/s",
          "done/s",
          "done",
          "busy %",
          "accepted p50 ms",
          "p99 ms",
          "busy p50 µs",
          "p99 µs",
          "memory",
          "faults",
        ],
        rows: runs.map((run) => [
          round(run.asked_per_s),
          round(run.done_per_s),
          "█".repeat(Math.round((run.done_per_s / capacity) * BAR_WIDTH)),
          round(run.busy_share * 100),
          round(run.latency_ms?.p50 ?? null),
          round(run.latency_ms?.p99 ?? null),
          round(run.busy_ms ? run.busy_ms.p50 * 1000 : null),
          round(run.busy_ms ? run.busy_ms.p99 * 1000 : null),
          mib(run.broker.rss_bytes?.peak ?? null),
          faultsOf(run),
        ]),
        notes: [
          `It keeps up to ${round(ramp.knee.rate_per_s)}/s. The last row is ten times the capacity.`,
          "The plot is in bench/results/overload.html.",
        ],
      },
    ],
  };
}
