import type { Percentiles } from "../measure/histogram.js";
import type { Change, Comparison } from "./compare.js";
import type { BenchReport, LoadReport, RunReport } from "./report.js";
import { figures, showCpus, showMemory, showMs, showRate, showShare } from "./units.js";

/** A head and its rows, for whoever sets tables. */
export interface TextTable {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** The report as tables, the most telling first. */
export function reportTables(report: BenchReport): TextTable[] {
  const [first] = report.runs;
  if (report.knee !== null || first === undefined) return [setupTable(report), rampTable(report)];
  return [setupTable(report), totalsTable(first), timesTable(first), callsTable(first)];
}

/** What was not as it must be, a line each; empty when every call was answered once and rightly. */
export function reportFaults({ runs }: BenchReport): string[] {
  return runs.flatMap(({ calls, wrong_answers, load }) => {
    const at = runs.length > 1 ? ` at ${showLoad(load)}` : "";
    return [
      ...(calls.lost > 0 ? [`${calls.lost} calls got no answer${at}`] : []),
      ...(calls.answered_twice > 0 ? [`${calls.answered_twice} answers belonged to no call${at}`] : []),
      ...(calls.broken > 0 ? [`the front door broke${at}: ${calls.break_cause}`] : []),
      ...wrong_answers.map(({ call, count, example }) => `${count} wrong answers to ${call}${at}, first: ${example}`),
    ];
  });
}

function setupTable({ machine, setup, version }: BenchReport): TextTable {
  const leftOut = setup.left_out.length === 0 ? [] : [["left out", `${setup.left_out.join(", ")} (not possible here)`]];
  return {
    title: "Setup",
    head: ["what", "value"],
    rows: [
      ["front door", setup.front_door],
      ["mix", `${setup.mix}, times × ${figures(setup.time_scale)}, ${setup.callers} callers, seed ${setup.seed}`],
      ...leftOut,
      ["limits", `${setup.concurrency_limit} at once, ${setup.queue_limit} waiting`],
      ["driver", setup.driver],
      ["machine", `${machine.cpus} × ${machine.cpu}, ${showMemory(machine.memory_bytes)}, ${machine.system}`],
      ["versions", `agent-reach ${version}, Node ${machine.node}`],
    ],
  };
}

function totalsTable({ load, window_ms, calls, statuses, ...run }: RunReport): TextTable {
  const { broker } = run;
  const counts = Object.entries(statuses).map(([status, count]) => `${status} ${figures(count)}`);
  const held = (of: { readonly first: number; readonly peak: number } | null, show: (value: number) => string) =>
    of === null ? "–" : `${show(of.first)} at first, ${show(of.peak)} at most`;
  return {
    title: "Totals",
    head: ["what", "value"],
    rows: [
      ["load", `${showLoad(load)} for ${showMs(window_ms)}`],
      [
        "calls",
        `${figures(calls.sent)} sent, ${figures(calls.answered)} answered, ${figures(calls.lost)} lost, ${figures(calls.answered_twice)} answered twice, ${figures(calls.wrong)} wrong`,
      ],
      ["answers", counts.join(", ")],
      ["done", showRate(run.done_per_s)],
      ["busy", showShare(run.busy_share)],
      [
        "event-loop delay",
        broker.loop_delay_ms === null
          ? "–"
          : `p50 ${showMs(broker.loop_delay_ms.p50)}, p99 ${showMs(broker.loop_delay_ms.p99)}, max ${showMs(broker.loop_delay_ms.max)}`,
      ],
      [
        "processors",
        broker.cpus === null
          ? `${showCpus(broker.children_cpus)} together`
          : `broker ${showCpus(broker.cpus)}, its children ${showCpus(broker.children_cpus)}`,
      ],
      ["broker a call", broker.cpu_ms_per_call === null ? "–" : `${showMs(broker.cpu_ms_per_call)} of processor time`],
      ["broker memory", held(broker.rss_bytes, showMemory)],
      ["descriptors", held(broker.descriptors, figures)],
    ],
  };
}

const PERCENTILE_HEAD = ["calls", "mean", "p50", "p90", "p95", "p99", "p99.9", "max"];

const percentileCells = (of: Percentiles | null): string[] =>
  of === null
    ? PERCENTILE_HEAD.map(() => "–")
    : [figures(of.count), ...[of.mean, of.p50, of.p90, of.p95, of.p99, of.p99_9, of.max].map(showMs)];

function timesTable(run: RunReport): TextTable {
  const rows: [string, Percentiles | null][] = [
    ["latency", run.latency_ms],
    ["waiting", run.queued_ms],
    ["running", run.running_ms],
    ["added by broker and door", run.overhead_ms],
    ["refused as busy", run.busy_ms],
  ];
  return {
    title: "Times",
    head: ["time", ...PERCENTILE_HEAD],
    rows: rows.filter(([, of]) => of !== null).map(([name, of]) => [name, ...percentileCells(of)]),
  };
}

function callsTable({ by_call }: RunReport): TextTable {
  return {
    title: "Latency by kind of call",
    head: ["call", "sent", ...PERCENTILE_HEAD.slice(1), "answers"],
    rows: by_call.map(({ name, sent, statuses, latency_ms }) => [
      name,
      figures(sent),
      ...percentileCells(latency_ms).slice(1),
      Object.entries(statuses)
        .map(([status, count]) => `${status} ${figures(count)}`)
        .join(", "),
    ]),
  };
}

function rampTable({ runs, knee }: BenchReport): TextTable {
  const rate = knee?.rate_per_s ?? null;
  return {
    title: `Ramp: capacity ${showRate(knee?.capacity_per_s ?? null)}, keeps up to ${rate === null ? "none of these rates" : showRate(rate)}`,
    head: ["asked", "done", "busy", "latency p50", "p99", "busy p50", "p99", "loop delay p99", "memory", "lost"],
    rows: runs.map((run) => [
      showRate(run.asked_per_s),
      showRate(run.done_per_s),
      showShare(run.busy_share),
      showMs(run.latency_ms?.p50 ?? null),
      showMs(run.latency_ms?.p99 ?? null),
      showMs(run.busy_ms?.p50 ?? null),
      showMs(run.busy_ms?.p99 ?? null),
      showMs(run.broker.loop_delay_ms?.p99 ?? null),
      showMemory(run.broker.rss_bytes?.peak ?? null),
      figures(run.calls.lost),
    ]),
  };
}

export function comparisonTable({ changes }: Comparison): TextTable {
  const value = (unit: Change["unit"], of: number) =>
    unit === "ms" ? showMs(of) : unit === "bytes" ? showMemory(of) : showRate(of);
  return {
    title: "Compared",
    head: ["load", "what", "before", "now", "ratio", "verdict"],
    rows: changes.map(({ run, metric, unit, before, now, ratio, verdict }) => [
      showLoad(run),
      metric,
      value(unit, before),
      value(unit, now),
      `× ${figures(ratio)}`,
      verdict === "same" ? "within noise" : verdict,
    ]),
  };
}

export const showLoad = (load: LoadReport): string =>
  load.kind === "closed" ? `${load.concurrency} at once` : `${showRate(load.rate_per_s)} asked`;
