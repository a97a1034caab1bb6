import { BrokerError, fault } from "../errors/index.js";
import type { FrontDoor, OpenDoor } from "./front-door.js";
import type { Extent, Load } from "./load/load.js";
import { findKnee } from "./load/ramp.js";
import { type Measured, runLoad } from "./load/run-load.js";
import type { Recorder } from "./measure/recorder.js";
import type { Mix } from "./mix/mix.js";
import { createPlan } from "./mix/plan.js";
import type { BenchReport, RunReport } from "./report/report.js";
import { summarize } from "./report/summarize.js";

export interface BenchOptions {
  readonly door: FrontDoor;
  readonly mix: Mix;
  /** One load, or rising rates that find where the broker stops keeping up. */
  readonly load: Load | { readonly kind: "ramp" };
  /** Of each load. */
  readonly extent: Extent;
  /** Calls that the broker runs at once. */
  readonly permits: number;
  readonly seed: number;
  /** How long to wait for another answer once everything was sent; a call without one then is lost. */
  readonly patienceMs: number;
  /** Ends the sending and cancels what is under way; what was measured so far is the result. */
  readonly signal: AbortSignal;
  /** Called as each load begins. */
  readonly onLoad?: (load: Load, recorder: Recorder) => void;
}

export interface BenchOutcome extends Pick<BenchReport, "runs" | "knee"> {
  /** Kinds of calls of the mix that the front door cannot carry. */
  readonly leftOut: readonly string[];
}

/** Opens a front door, sends a mix of calls through it, and says what came of them. */
export async function runBench(options: BenchOptions): Promise<BenchOutcome> {
  const { door, mix, load, extent, permits, seed, patienceMs, signal, onLoad } = options;
  const plan = createPlan(mix, { abilities: door.abilities, seed });
  const open = await opened(door);
  const strays = new Map<Measured, number>();
  const step = async (how: Load): Promise<Measured> => {
    const before = open.strays;
    const onStart = (recorder: Recorder) => onLoad?.(how, recorder);
    const measured = await runLoad(open, plan, { load: how, extent, seed, patienceMs, signal, onStart });
    strays.set(measured, open.strays - before);
    return measured;
  };
  const report = (measured: Measured): RunReport => summarize(measured, strays.get(measured) ?? 0);
  try {
    if (load.kind !== "ramp") return { runs: [report(await step(load))], knee: null, leftOut: plan.leftOut };
    const { steps, knee } = await findKnee(step, { concurrency: permits, signal });
    return {
      runs: steps.map(report),
      knee: { rate_per_s: knee.ratePerSecond, capacity_per_s: knee.capacityPerSecond },
      leftOut: plan.leftOut,
    };
  } finally {
    await open.close();
  }
}

/** Says which door it was that did not open. */
async function opened(door: FrontDoor): Promise<OpenDoor> {
  try {
    return await door.open();
  } catch (error) {
    if (error instanceof BrokerError) throw error;
    const cause = error instanceof Error ? error.message : String(error);
    throw new BrokerError(fault("AR_INTERNAL", `The front door ${door.name} did not open: ${cause}`));
  }
}
