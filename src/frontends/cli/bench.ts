import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BenchOptions,
  type BenchOutcome,
  type BenchReport,
  compareReports,
  describeMachine,
  type Extent,
  isHonest,
  makeBenchProject,
  REPORT_FORMAT,
  readReport,
  reportPage,
  runBench,
} from "../../bench/index.js";
import { diagnose, type Loaded, load } from "../../broker/index.js";
import { BrokerError, EXIT_STATUS, fault } from "../../errors/index.js";
import { packageDir } from "../../package-dir.js";
import { frontDoor } from "./bench-doors.js";
import { type BenchMix, mixOf } from "./bench-mix.js";
import type { BenchFlags } from "./bench-options.js";
import { printReport } from "./bench-print.js";
import { createBenchProgress } from "./bench-progress.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";

const DEFAULT_SECONDS = 10;
const DEFAULT_RAMP_SECONDS = 5;
const MOST_UNDER_WAY = 10_000;

/**
 * `bench`: sends calls, prints what came of them. Returns 0 when each was answered once and as its mix says, 1 when not,
 * 64 when a tool or its arguments are wrong. A signal ends the sending; what was measured until then is reported, and 130
 * returned.
 */
export async function bench(tool: string | undefined, words: readonly string[], flags: BenchFlags): Promise<number> {
  const before = flags.compare === undefined ? null : readReport(flags.compare);
  const loaded = await load(brokerOptions(flags));
  const asked = await mixOf(tool, words, flags, loaded);
  if ("wrong" in asked) {
    process.stderr.write(`agent-reach: ${asked.wrong}\n`);
    return EXIT_STATUS.invalid;
  }
  const interrupt = catchInterrupts();
  const { outcome, driver } = await measure(asked, flags, loaded, interrupt.signal);
  interrupt.throwError();
  const report = reportOf(outcome, driver, asked, flags, loaded);
  const comparison = before === null ? null : compareReports(before, report);
  if (flags.html !== undefined) writePage(flags.html, reportPage(report, comparison));
  await printReport(report, comparison, flags.json === true);
  if (interrupt.signal.aborted) return EXIT_STATUS.cancelled;
  return report.runs.every(isHonest) ? EXIT_STATUS.success : EXIT_STATUS.failed;
}

async function measure(
  { mix, usersTools, patienceMs }: BenchMix,
  flags: BenchFlags,
  { settings }: Loaded,
  signal: AbortSignal,
) {
  const benchTools = join(packageDir, "config/mixes/tools.toml");
  const project = makeBenchProject({ settings, benchTools, usersTools });
  const progress = createBenchProgress(process.stderr);
  try {
    const driver = await driverInForce({ ...flags, config: project.configFile });
    const outcome = await runBench({
      door: frontDoor(flags, project.configFile),
      mix,
      load: loadOf(flags, settings.limits.concurrency),
      extent: extentOf(flags),
      permits: settings.limits.concurrency,
      seed: flags.seed,
      patienceMs,
      signal,
      onLoad: progress.watch,
    });
    return { outcome, driver };
  } finally {
    progress.clear();
    project.remove();
  }
}

/** As `doctor` tells it. */
async function driverInForce(flags: CommonFlags): Promise<string> {
  const checks = await diagnose(brokerOptions(flags));
  return checks.find(({ name }) => name === "driver")?.text ?? "unknown";
}

function loadOf({ rate, ramp, concurrency }: BenchFlags, permits: number): BenchOptions["load"] {
  if (ramp) return { kind: "ramp" };
  if (rate !== undefined) return { kind: "open", ratePerSecond: rate, mostUnderWay: MOST_UNDER_WAY };
  return { kind: "closed", concurrency: concurrency ?? permits };
}

/** With a number of calls alone there is no time that ends it. */
function extentOf({ duration, calls, warmup, ramp }: BenchFlags): Extent {
  const preset = calls === undefined ? (ramp ? DEFAULT_RAMP_SECONDS : DEFAULT_SECONDS) : null;
  const seconds = duration ?? preset;
  return {
    warmupMs: warmup * 1000,
    durationMs: seconds === null ? null : seconds * 1000,
    calls: calls ?? null,
  };
}

function reportOf(
  outcome: BenchOutcome,
  driver: string,
  { mix }: BenchMix,
  flags: BenchFlags,
  { settings }: Loaded,
): BenchReport {
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  return {
    format: REPORT_FORMAT,
    at: new Date().toISOString(),
    version,
    machine: describeMachine(),
    setup: {
      front_door: flags.via,
      driver,
      mix: mix.name,
      time_scale: mix.timeScale,
      callers: mix.callers,
      seed: flags.seed,
      left_out: outcome.leftOut,
      concurrency_limit: settings.limits.concurrency,
      queue_limit: settings.limits.queue,
    },
    runs: outcome.runs,
    knee: outcome.knee,
  };
}

function writePage(file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    const cause = (error as NodeJS.ErrnoException).code;
    throw new BrokerError(
      fault("AR_ARGS_INVALID", `The page cannot be written to ${file} (${cause}).`, { path: file }),
    );
  }
}
