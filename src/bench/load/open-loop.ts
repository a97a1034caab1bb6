import { setImmediate, setTimeout } from "node:timers/promises";
import { arrivalGapMs, type Random } from "../mix/random.js";
import type { Sender } from "./sender.js";

/** So long may arrivals that are due be sent without a turn of the event loop, which the broker may share. */
const LONGEST_BURST_MS = 5;

/**
 * Sends calls at random moments, so many a second on average, whether or not earlier ones are answered. A call that is
 * sent late still counts from the moment it was due.
 *
 * @param over asked for each arrival, with the moment it is due
 */
export async function openLoop(
  sender: Sender,
  { ratePerSecond, mostUnderWay }: { readonly ratePerSecond: number; readonly mostUnderWay: number },
  random: Random,
  over: (dueAt: number) => boolean,
): Promise<void> {
  let due = performance.now();
  let lastTurn = due;
  for (;;) {
    due += arrivalGapMs(random, ratePerSecond);
    if (over(due)) return;
    const wait = due - performance.now();
    if (wait > 0) await setTimeout(wait);
    else if (performance.now() - lastTurn > LONGEST_BURST_MS) await setImmediate();
    else {
      void sender.send(due);
      continue;
    }
    lastTurn = performance.now();
    while (sender.underWay >= mostUnderWay) await sender.oneAnswered();
    void sender.send(due);
  }
}
