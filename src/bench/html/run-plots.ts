import type { RunReport } from "../report/report.js";
import { figures, showMs, showRate } from "../report/units.js";
import { linearAxis, logAxis, percentileAxis } from "./axis.js";
import { barPlot, type Line, linePlot } from "./plot.js";

const MIB = 1024 * 1024;

/** The plots of one run. */
export function runPlots(run: RunReport): string[] {
  return [
    latencyCurve(run),
    latencyBars(run),
    ratesOverTime(run),
    latencyOverTime(run),
    memoryOverTime(run),
    loopOverTime(run),
  ];
}

const times = (values: readonly number[], label: string) => logAxis(values, { label, show: showMs });
const seconds = (run: RunReport) =>
  linearAxis([run.window_ms / 1000], { label: "seconds", show: (value) => figures(value) });
const ys = (lines: readonly Line[]) => lines.flatMap(({ points }) => points.map(([, y]) => y));

function latencyCurve({ curves, latency_ms }: RunReport): string {
  const lines: Line[] = [
    { name: "latency", color: 1, points: curves.latency },
    { name: "running", color: 2, points: curves.running },
    { name: "refused as busy", color: 3, points: curves.busy },
  ];
  const most = 100 - 100 / Math.max(10, latency_ms?.count ?? 0, curves.busy.length);
  return linePlot(
    {
      id: "latency-curve",
      title: "Latency by percentile",
      caption: "What lies between the two upper lines is waiting, and what the broker adds.",
      x: percentileAxis(most, "percentile of the calls"),
      y: times(ys(lines), "time"),
    },
    lines,
  );
}

function latencyBars({ bars }: RunReport): string {
  return barPlot(
    {
      id: "latency-histogram",
      title: "How often each latency came",
      caption: "Calls that were taken, from the intended start to the answer.",
      x: times([...bars.map(([from]) => from), ...bars.map(([, to]) => to)], "latency"),
      y: linearAxis(
        bars.map(([, , count]) => count),
        { label: "calls", show: figures },
      ),
    },
    bars,
  );
}

/** A line of what each slice of time has; gaps where there is nothing. */
const overTime = (
  run: RunReport,
  name: string,
  color: Line["color"],
  of: (slice: RunReport["series"][number]) => number | null,
): Line => ({
  name,
  color,
  points: run.series.flatMap((slice) => {
    const value = of(slice);
    return value === null ? [] : [[slice.at_s, value] as const];
  }),
});

function ratesOverTime(run: RunReport): string {
  const lines = [
    overTime(run, "asked", 0, ({ asked_per_s }) => asked_per_s),
    overTime(run, "done", 1, ({ done_per_s }) => done_per_s),
    overTime(run, "busy", 3, ({ busy_per_s }) => busy_per_s),
  ];
  return linePlot(
    {
      id: "rates",
      title: "Calls over time",
      caption: "Asked, done and refused as busy, each second.",
      x: seconds(run),
      y: linearAxis(ys(lines), { label: "calls a second", show: figures }),
    },
    lines,
  );
}

function latencyOverTime(run: RunReport): string {
  const lines = [overTime(run, "p50", 1, ({ p50_ms }) => p50_ms), overTime(run, "p99", 2, ({ p99_ms }) => p99_ms)];
  return linePlot(
    {
      id: "latency-series",
      title: "Latency over time",
      caption: "Of the calls that were to start at that time.",
      x: seconds(run),
      y: times(ys(lines), "latency"),
    },
    lines,
  );
}

function memoryOverTime(run: RunReport): string {
  const lines = [overTime(run, "resident memory", 1, ({ rss_bytes }) => rss_bytes && rss_bytes / MIB)];
  return linePlot(
    {
      id: "memory",
      title: "The broker's memory",
      caption: "Of its own process, without what it runs.",
      x: seconds(run),
      y: linearAxis(ys(lines), { label: "resident memory", show: (mib) => `${figures(mib)} MiB` }),
    },
    lines,
  );
}

function loopOverTime(run: RunReport): string {
  const lines = [overTime(run, "event-loop delay", 1, ({ loop_delay_ms }) => loop_delay_ms)];
  return linePlot(
    {
      id: "loop-delay",
      title: "Event-loop delay",
      caption: "The longest of each slice of time: how late the broker could be for anything.",
      x: seconds(run),
      y: linearAxis(ys(lines), { label: "delay", show: showMs }),
    },
    lines,
  );
}

/** What each rate asked for brought. */
export function rampPlots(steps: readonly RunReport[]): string[] {
  const runs = steps.toSorted((a, b) => a.asked_per_s - b.asked_per_s);
  const line = (name: string, color: Line["color"], of: (run: RunReport) => number | null): Line => ({
    name,
    color,
    points: runs.flatMap((run) => {
      const value = of(run);
      return value === null ? [] : [[run.asked_per_s, value] as const];
    }),
  });
  const x = linearAxis(
    runs.map(({ asked_per_s }) => asked_per_s),
    { label: "calls a second asked for", show: figures },
  );
  const rates = [
    line("as many as asked", 0, ({ asked_per_s }) => asked_per_s),
    line("done", 1, ({ done_per_s }) => done_per_s),
    line("busy", 3, ({ asked_per_s, busy_share }) => asked_per_s * busy_share),
  ];
  const latencies = [
    line("latency p50", 1, ({ latency_ms }) => latency_ms?.p50 ?? null),
    line("latency p99", 2, ({ latency_ms }) => latency_ms?.p99 ?? null),
    line("busy p99", 3, ({ busy_ms }) => busy_ms?.p99 ?? null),
  ];
  return [
    linePlot(
      {
        id: "ramp-rates",
        title: "Rate asked against rate done",
        caption: "Past the knee what is done stays flat, and the rest is refused at once.",
        x,
        y: linearAxis(ys(rates), { label: "calls a second", show: (value) => showRate(value) }),
      },
      rates,
    ),
    linePlot(
      {
        id: "ramp-latency",
        title: "Latency against rate asked",
        caption: "Of calls that were taken, and of refusals.",
        x,
        y: times(ys(latencies), "time"),
      },
      latencies,
    ),
  ];
}
