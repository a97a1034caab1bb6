import type { Job } from "../contract/index.js";
import type { Answer } from "./answer.js";

/**
 * A waiting job gains one point of priority each second: a gap of 10 points is made up by waiting 10 s. A gap above
 * the queue timeout in seconds (30 as shipped) is therefore strict, a smaller one is a head start.
 */
export const AGING_MS_PER_POINT = 1_000;

/** A job in the queue. */
export interface WaitingJob {
  readonly job: Job;
  readonly answer: Answer;
  /** Order of arrival. */
  readonly sequence: number;
  /** Monotonic milliseconds. */
  readonly enqueuedAt: number;
}

/**
 * When a job of priority 0 would have arrived to stand where this one stands; lower goes first. All jobs age alike,
 * so the order of two never changes and nothing has to be sorted again as time passes.
 * @param since From when its age counts.
 */
export function rank({ job }: WaitingJob, since: number): number {
  return since - job.priority * AGING_MS_PER_POINT;
}

/** Higher priority, aged, first; then first come. */
export function goesBefore(a: WaitingJob, b: WaitingJob): boolean {
  const difference = rank(a, a.enqueuedAt) - rank(b, b.enqueuedAt);
  return difference === 0 ? a.sequence < b.sequence : difference < 0;
}
