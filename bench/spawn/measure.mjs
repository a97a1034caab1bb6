// Measures one subject, alone in this process, and prints one line of JSON.
//   node measure.mjs SUBJECT IN_FLIGHT SECONDS HEAP_MB PROGRAM OURS
import { readFileSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { SUBJECTS } from "./subjects.mjs";

const [subject, inFlight, seconds, heapMb, program, ours] = process.argv.slice(2);
/** What runs is compiled while it runs, for some two seconds: a broker that has just started is not what is measured. */
const WARM_UP_MS = Number(seconds) * 2500;
/** Of the timer that the event loop's delay is told from. */
const RESOLUTION_MS = 1;
/** Of /proc/<pid>/stat, in every Linux: USER_HZ. */
const TICKS_PER_SECOND = 100;

const ballast = fillHeap(Number(heapMb));
const { run, close } = await SUBJECTS[subject](program, ours);
const latencies = [];
const cpuBefore = cpuSeconds();
await runUntil(performance.now() + WARM_UP_MS);
const warmUpRuns = latencies.splice(0).length;

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
const start = performance.now();
await runUntil(start + Number(seconds) * 1000);
const elapsed = (performance.now() - start) / 1000;
delay.disable();
// Only now is all that our helpers used counted as ours, so the warm-up is in it.
await close();
const cpu = (cpuSeconds() - cpuBefore) / (warmUpRuns + latencies.length);

latencies.sort((a, b) => a - b);
const runs = latencies.length;
const result = {
  runs,
  seconds: elapsed,
  p50: latencies[Math.floor(runs / 2)],
  p99: latencies[Math.floor((runs * 99) / 100)],
  loop_delay_p99: Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS),
  cpu_us: cpu * 1e6,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
if (ballast.length < 0) process.exitCode = 1;

/** Keeps as many in flight as wanted. */
async function runUntil(end) {
  const worker = async () => {
    while (performance.now() < end) {
      const at = performance.now();
      await run();
      latencies.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: Number(inFlight) }, worker));
}

/** Memory in use, which fork(2) has to copy the tables of. */
function fillHeap(megabytes) {
  return Array.from({ length: megabytes }, (_, index) => new Array(2 ** 17).fill(index + 0.1));
}

/** Of this process and the children it has reaped. */
function cpuSeconds() {
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}
