import type { Status } from "../../contract/index.js";
import type { Measured } from "../load/run-load.js";
import type { BrokerUsage } from "../measure/broker-watch.js";
import type { Holdings } from "../measure/usage.js";
import type { BrokerReport, LoadReport, RunReport } from "./report.js";

/** `strays`: answers that no call waited for, as the door counted them during this run. */
export function summarize({ load, recorder, usage }: Measured, strays: number): RunReport {
  const { windowMs, sent, answered, broken, asked, done } = recorder;
  const perSecond = (count: number) => count / (windowMs / 1000);
  return {
    load: loadReport(load),
    window_ms: windowMs,
    calls: {
      sent,
      answered,
      lost: sent - answered - broken,
      answered_twice: strays,
      broken,
      wrong: recorder.wrong.reduce((sum, { count }) => sum + count, 0),
      break_cause: recorder.firstBreak,
    },
    statuses: statuses(recorder.statuses),
    wrong_answers: recorder.wrong,
    asked_per_s: perSecond(asked),
    done_per_s: perSecond(done),
    busy_share: asked === 0 ? 0 : recorder.busy.count / asked,
    latency_ms: recorder.latency.percentiles(),
    busy_ms: recorder.busy.percentiles(),
    queued_ms: recorder.queued.percentiles(),
    running_ms: recorder.running.percentiles(),
    overhead_ms: recorder.overhead.percentiles(),
    by_call: [...recorder.byCall].map(([call, tally]) => ({
      name: call.name,
      sent: tally.sent,
      statuses: statuses(tally.statuses),
      latency_ms: tally.latency.percentiles(),
    })),
    broker: brokerReport(usage, recorder.loopDelay.percentiles(), done / (windowMs / 1000)),
    curves: { latency: recorder.latency.curve(), running: recorder.running.curve(), busy: recorder.busy.curve() },
    bars: recorder.latency.bars(),
    series: recorder.series.slices(windowMs),
  };
}

/** The run was right: every call answered once, as its mix says. */
export const isHonest = ({ calls }: RunReport): boolean =>
  calls.lost + calls.answered_twice + calls.broken + calls.wrong === 0;

const loadReport = (load: Measured["load"]): LoadReport =>
  load.kind === "closed" ? load : { kind: "open", rate_per_s: load.ratePerSecond };

const statuses = (counts: ReadonlyMap<Status, number>): RunReport["statuses"] =>
  Object.fromEntries([...counts].sort(([a], [b]) => a.localeCompare(b)));

function brokerReport(
  { watchedMs, cpu, first, last, peak }: BrokerUsage,
  loopDelay: BrokerReport["loop_delay_ms"],
  donePerSecond: number,
): BrokerReport {
  const cpus = cpu?.brokerMs == null ? null : cpu.brokerMs / watchedMs;
  const held = (of: (holdings: Holdings) => number) =>
    first && peak && last && { first: of(first), peak: of(peak), last: of(last) };
  return {
    loop_delay_ms: loopDelay,
    cpus,
    children_cpus: cpu && cpu.childrenMs / watchedMs,
    cpu_ms_per_call: cpus === null || donePerSecond === 0 ? null : (cpus * 1000) / donePerSecond,
    rss_bytes: held(({ rssBytes }) => rssBytes),
    descriptors: held(({ descriptors }) => descriptors),
  };
}
