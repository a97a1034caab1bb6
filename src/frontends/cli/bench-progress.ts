import { type Load, type Recorder, showLoad, showMs, showRate } from "../../bench/index.js";

const ERASE_LINE = "\r\u001b[2K";
const EVERY_MS = 500;

export interface BenchProgress {
  /** Shows how this load goes from here on. */
  watch(load: Load, recorder: Recorder): void;
  clear(): void;
}

/** One line that says how the load goes; silent off a terminal. */
export function createBenchProgress(terminal: NodeJS.WriteStream): BenchProgress {
  if (!terminal.isTTY) return { watch() {}, clear() {} };
  let line = () => "starting";
  const show = () => terminal.write(`${ERASE_LINE}${line().slice(0, terminal.columns - 1)}`);
  const timer = setInterval(show, EVERY_MS);
  return {
    watch(load, recorder) {
      const name = showLoad(load.kind === "closed" ? load : { kind: "open", rate_per_s: load.ratePerSecond });
      line = () => `${name}: ${describe(recorder)}`;
    },
    clear() {
      clearInterval(timer);
      terminal.write(ERASE_LINE);
    },
  };
}

function describe({ from, done, answered, sent, busy, latency }: Recorder): string {
  const seconds = (performance.now() - from) / 1000;
  if (seconds < 0) return "warming up";
  const refused = busy.count === 0 ? "" : `, ${busy.count} busy`;
  const p99 = latency.count === 0 ? null : latency.at(99);
  return `${Math.round(seconds)} s, ${done} done, ${showRate(done / Math.max(seconds, 0.001))}, p99 ${showMs(p99)}${refused}, ${sent - answered} under way`;
}
