// Holds what a contestant says of its jobs against what is right.

/** An answer may come this much later than time-out and grace: the bound that Agent-Reach promises. */
const SLACK_MS = 500;

/**
 * `results`: [{ id, code, signal, timedOut, bytes, ms }], null where the contestant cannot tell. Counts of jobs, each
 * counted under every heading that it fails.
 */
export function check(jobs, results) {
  const byId = new Map(results.map((result) => [result.id, result]));
  const counts = { unanswered: 0, wrongEnd: 0, lostOutput: 0, overran: 0 };
  for (const job of jobs) {
    const result = byId.get(job.id);
    if (result === undefined) {
      counts.unanswered += 1;
      continue;
    }
    if (!rightEnd(job.right, result)) counts.wrongEnd += 1;
    if (result.bytes !== job.right.bytes) counts.lostOutput += 1;
    if (job.timeoutMs !== null && result.ms > deadline(job)) counts.overran += 1;
  }
  return counts;
}

/** A job that ends by itself is late when it is not answered before its time-out. */
const deadline = ({ timeoutMs, graceMs, right }) => (right.timeout ? timeoutMs + graceMs : timeoutMs) + SLACK_MS;

function rightEnd(right, { code, signal, timedOut }) {
  if (right.timeout) return timedOut === true;
  if (timedOut) return false;
  // A shell tells a signal as 128 + its number.
  if (right.signal) return signal === right.signal || code === 137;
  return code === right.code;
}
