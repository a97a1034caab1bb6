import { setImmediate, setTimeout } from "node:timers/promises";
import type { Sender } from "./sender.js";

/**
 * So many senders, each sending its next call when the last is answered. One that was told `busy` waits as long as the
 * answer says, as a polite client does.
 *
 * @param over asked before each call
 */
export async function closedLoop(sender: Sender, concurrency: number, over: () => boolean): Promise<void> {
  const work = async () => {
    while (!over()) {
      const result = await sender.send(performance.now());
      if (result === null) return;
      if (result.status === "busy") await setTimeout(result.error?.retry_after_ms ?? 1);
      // An answer that took no turn of the event loop must not keep the broker from its own.
      else if (result.duration_ms === null) await setImmediate();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
