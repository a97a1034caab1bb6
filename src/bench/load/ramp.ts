import type { Load } from "./load.js";
import type { Measured } from "./run-load.js";

/** Where a broker stops keeping up. */
export interface Knee {
  /** The highest rate asked for that it kept up with, calls a second; null when it did not with the least one. */
  readonly ratePerSecond: number | null;
  /** What it did when as many senders as it has permits called one after the other. */
  readonly capacityPerSecond: number;
}

export interface Ramp {
  /** By rate asked for, lowest first. */
  readonly steps: readonly Measured[];
  readonly knee: Knee;
}

/** Rates to ask for, as shares of the capacity found first. */
const SHARES = [0.25, 0.5, 0.7, 0.85, 1, 1.2, 1.5, 2, 3];
/** Rates tried between the last one that it kept up with and the first that it did not. */
const REFINEMENTS = 2;
const MOST_UNDER_WAY = 10_000;

/**
 * Raises the rate step by step, from well below the capacity to well above it, then looks closer where it stops
 * keeping up.
 */
export async function findKnee(
  step: (load: Load) => Promise<Measured>,
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
): Promise<Ramp> {
  const calibration = await step({ kind: "closed", concurrency });
  const capacityPerSecond = rateOf(calibration.recorder.done, calibration);
  const steps: { readonly rate: number; readonly measured: Measured }[] = [];
  const ask = async (rate: number) => {
    const measured = await step({ kind: "open", ratePerSecond: rate, mostUnderWay: MOST_UNDER_WAY });
    steps.push({ rate, measured });
  };
  for (const share of SHARES) {
    if (signal.aborted || capacityPerSecond === 0) break;
    await ask(share * capacityPerSecond);
  }
  const bounds = () => {
    const sorted = steps.toSorted((a, b) => a.rate - b.rate);
    const firstBehind = sorted.findIndex(({ measured }) => !keptUp(measured, concurrency));
    return { kept: sorted[firstBehind - 1]?.rate ?? null, behind: sorted[firstBehind]?.rate ?? null, sorted };
  };
  for (let round = 0; round < REFINEMENTS && !signal.aborted; round += 1) {
    const { kept, behind } = bounds();
    if (behind === null) break;
    await ask(((kept ?? 0) + behind) / 2);
  }
  const { kept, behind, sorted } = bounds();
  const ratePerSecond = behind === null ? (sorted.at(-1)?.rate ?? null) : kept;
  return { steps: sorted.map(({ measured }) => measured), knee: { ratePerSecond, capacityPerSecond } };
}

/**
 * At least 95 % of what was asked was done in time, and at most 1 % refused. What the permits hold at the end is no
 * backlog.
 */
function keptUp({ recorder: { asked, done, busy } }: Measured, permits: number): boolean {
  return asked - done <= Math.max(0.05 * asked, permits) && busy.count <= 0.01 * asked;
}

const rateOf = (count: number, { recorder }: Measured): number => count / (recorder.windowMs / 1000);
