import type { OpenDoor } from "../front-door.js";
import { type BrokerUsage, BrokerWatch } from "../measure/broker-watch.js";
import { Recorder } from "../measure/recorder.js";
import type { Plan } from "../mix/plan.js";
import { createRandom } from "../mix/random.js";
import { closedLoop } from "./closed-loop.js";
import type { Extent, Load } from "./load.js";
import { openLoop } from "./open-loop.js";
import { Sender } from "./sender.js";

export interface LoadOptions {
  readonly load: Load;
  readonly extent: Extent;
  /** Of the arrivals; the plan has its own. */
  readonly seed: number;
  /** How long to wait for another answer after the last call was sent; a call without one then is lost. */
  readonly patienceMs: number;
  /** Ends the sending and cancels what is under way; what was measured so far is the result. */
  readonly signal: AbortSignal;
  /** Called when it begins, for those who want to look at it meanwhile. */
  readonly onStart?: (recorder: Recorder) => void;
}

export interface Measured {
  readonly load: Load;
  readonly recorder: Recorder;
  readonly usage: BrokerUsage;
}

/** Sends calls through a door until the extent is reached, waits for the answers, and gives what was measured. */
export async function runLoad(door: OpenDoor, plan: Plan, options: LoadOptions): Promise<Measured> {
  const { load, extent, signal, patienceMs } = options;
  const started = performance.now();
  const from = started + extent.warmupMs;
  const until = extent.durationMs === null ? null : from + extent.durationMs;
  const recorder = new Recorder(from, until);
  const watch = new BrokerWatch(door, recorder);
  const sender = new Sender(door, plan, recorder, signal);
  const cancelAll = () => sender.cancelAll();
  signal.addEventListener("abort", cancelAll, { once: true });
  options.onStart?.(recorder);

  const over = (at: number) =>
    signal.aborted ||
    recorder.broken > 0 ||
    (until !== null && at >= until) ||
    (extent.calls !== null && recorder.asked >= extent.calls);
  const timers = [setTimeout(() => watch.begin(), from - started)];
  if (until !== null) timers.push(setTimeout(() => watch.end(), until - started));
  const sending =
    load.kind === "closed"
      ? closedLoop(sender, load.concurrency, () => over(performance.now()))
      : openLoop(sender, load, createRandom(options.seed), over);
  // A sender whose call gets no answer never ends; the drain then gives up.
  await Promise.race([sending, overWhen(over).then(() => sender.drain(patienceMs))]);
  await sender.drain(patienceMs);
  signal.removeEventListener("abort", cancelAll);
  for (const timer of timers) clearTimeout(timer);
  // Without a set time, measuring lasts until the last answer.
  recorder.endWindow(performance.now());
  return { load, recorder, usage: watch.end() };
}

const LOOK_EVERY_MS = 100;

function overWhen(over: (at: number) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!over(performance.now())) return;
      clearInterval(timer);
      resolve();
    }, LOOK_EVERY_MS);
  });
}
