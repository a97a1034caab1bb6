/** A timer each so many milliseconds; how late it is, is the delay. Below 1 ms it is the timer's own rounding. */
const EVERY_MS = 5;
/** How often the delays are handed on. */
const BATCH_MS = 250;

export const LOOP_INTERVAL_MS = EVERY_MS;

/** Watches the event loop of this process; returns what stops it. */
export function watchOwnLoop(listener: (delaysMs: readonly number[]) => void): () => void {
  let last = performance.now();
  let handedOn = last;
  let delays: number[] = [];
  const timer = setInterval(() => {
    const now = performance.now();
    delays.push(Math.max(0, now - last - EVERY_MS));
    last = now;
    if (now - handedOn < BATCH_MS) return;
    listener(delays);
    delays = [];
    handedOn = now;
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (delays.length > 0) listener(delays);
  };
}

/**
 * The same for another Node process, as a module for `--import`: it sends the delays over the IPC channel that it was
 * started with, and keeps the process alive for nothing.
 */
export const LOOP_PROBE = `data:text/javascript,${encodeURIComponent(`
let last = performance.now();
let handedOn = last;
let delays = [];
setInterval(() => {
  const now = performance.now();
  delays.push(Math.max(0, now - last - ${EVERY_MS}));
  last = now;
  if (now - handedOn < ${BATCH_MS}) return;
  if (process.connected) process.send(delays, () => {});
  delays = [];
  handedOn = now;
}, ${EVERY_MS}).unref();
process.channel?.unref();
`)}`;
