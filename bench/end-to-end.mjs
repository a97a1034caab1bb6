// A call from one end to the other: validated, queued, run, captured, answered, through each front door.
import { benchReport, faultsOf } from "./lib/bench-command.mjs";
import { mib, round } from "./lib/numbers.mjs";
import { makeProject } from "./lib/project.mjs";

const DOORS = ["library", "ndjson", "mcp", "exec"];
/** More processes of Node at once than this measure the machine alone. */
const AT_ONCE = { library: [1, 8, 32], ndjson: [1, 8, 32], mcp: [1, 8, 32], exec: [1, 8] };
const MIXES = ["agents", "floods", "stubborn"];

export default async function endToEnd({ quick, skip }) {
  const seconds = quick ? "0.5" : "4";
  const warmup = quick ? "0.2" : "1";
  const project = makeProject([], { limits: { concurrency: 32, queue: 1000, caller_share: 1 } });
  const data = [];
  // In full the longest calls of the mix of agents take six seconds.
  const scale = quick ? ["--time-scale", "0.001"] : [];
  const measure = async (via, mix, concurrency) => {
    const flags = ["--via", via, "--mix", mix, "--concurrency", String(concurrency), ...scale];
    const report = await benchReport(project, [...flags, "--duration", seconds, "--warmup", warmup]);
    data.push(report);
    return report;
  };
  const doorRows = [];
  for (const via of DOORS) {
    try {
      for (const concurrency of quick ? [8] : AT_ONCE[via]) {
        doorRows.push([via, ...doorCells(await measure(via, "short", concurrency))]);
      }
    } catch (error) {
      skip(`end to end through ${via}: ${error.message.split("\n", 1)[0]}`);
    }
  }
  const mixRows = [];
  for (const mix of quick ? ["agents"] : MIXES) mixRows.push(mixCells(await measure("library", mix, 8)));
  return {
    data,
    tables: [
      {
        title: "End to end: /bin/true through each front door",
        head: [
          "door",
          "at once",
          "done/s",
          "p50 ms",
          "p99 ms",
          "added p50 ms",
          "loop delay p99 ms",
          "CPU ms a call",
          "faults",
        ],
        rows: doorRows,
        notes: [
          "Added: from sending to answer, less waiting and running. The library's numbers hold the load generator too.",
        ],
      },
      {
        title: "End to end: mixes through the library, 8 at once",
        head: ["mix", "done/s", "p50 ms", "p99 ms", "added p99 ms", "loop delay p99 ms", "memory", "answers", "faults"],
        rows: mixRows,
        notes: ["The mixes are in config/mixes."],
      },
    ],
  };
}

function doorCells({ runs: [run] }) {
  const { broker, load } = run;
  return [
    String(load.concurrency),
    round(run.done_per_s),
    round(run.latency_ms?.p50 ?? null),
    round(run.latency_ms?.p99 ?? null),
    round(run.overhead_ms?.p50 ?? null),
    round(broker.loop_delay_ms?.p99 ?? null),
    round(broker.cpu_ms_per_call),
    faultsOf(run),
  ];
}

function mixCells({ runs: [run], setup }) {
  return [
    setup.mix,
    round(run.done_per_s),
    round(run.latency_ms?.p50 ?? null),
    round(run.latency_ms?.p99 ?? null),
    round(run.overhead_ms?.p99 ?? null),
    round(run.broker.loop_delay_ms?.p99 ?? null),
    mib(run.broker.rss_bytes?.peak ?? null),
    Object.entries(run.statuses)
      .map(([status, count]) => `${status} ${count}`)
      .join(", "),
    faultsOf(run),
  ];
}
