// Prints what a queue of N waiting calls costs, as JSON.
//   node bench/growth/queue.mjs N
import { createBroker } from "../../dist/index.js";
import { median } from "../lib/numbers.mjs";
import { tool } from "../lib/project.mjs";

const count = Number(process.argv[2]);
/** Calls queued and cancelled beforehand, so that the code is compiled. */
const WARM_UP = 500;
/** A short queue is filled often, as one turn of the event loop tells nothing. */
const ROUNDS = count < 1000 ? 20 : 1;
/** Runs measured from the front of the queue. */
const STARTED = Math.min(50, count);

const broker = await createBroker({
  config: {
    limits: { concurrency: 1, queue: Math.max(count, WARM_UP) + 1, caller_share: 1, queue_timeout: 3600 },
    log: { level: "silent" },
  },
  definitions: { tools: [tool("t", ["/bin/true"]), tool("hold", ["sleep", "600"])] },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));
const holder = new AbortController();
const held = broker.execute({ tool: "hold" }, { signal: holder.signal });
while (broker.stats().running < 1) await turn();

await cancelAll(await fill(WARM_UP));
const before = process.memoryUsage.rss();
const fills = [];
const cancels = [];
for (let round = 1; round < ROUNDS; round += 1) {
  const queue = await fill(count);
  fills.push(queue.ms);
  cancels.push((await cancelAll(queue)).ms);
}
const queue = await fill(count);
fills.push(queue.ms);
const bytes = process.memoryUsage.rss() - before;

const settled = broker.stats().settled.success;
holder.abort();
await held;
const started = performance.now();
while (broker.stats().settled.success < settled + STARTED) await turn();
const startMs = performance.now() - started;

const { ms, results } = await cancelAll(queue);
cancels.push(ms);
const answered = results.filter(({ status }) => status === "success" || status === "cancelled").length;
await broker.close();
process.stdout.write(
  JSON.stringify({
    submitUs: (median(fills) / count) * 1000,
    startMs: startMs / STARTED,
    cancelUs: (median(cancels) / count) * 1000,
    bytesPerCall: bytes / count,
    wrong: count - answered,
  }),
);

/** Queues so many calls. A signal for each: one that all listened to would search through its listeners for each. */
async function fill(calls) {
  const stops = Array.from({ length: calls }, () => new AbortController());
  const begun = performance.now();
  const waiting = [];
  for (const [index, { signal }] of stops.entries()) {
    waiting.push(broker.execute({ tool: "t" }, { signal }));
    if (index % 100 === 99) await turn();
  }
  while (broker.stats().queued < calls) await turn();
  return { stops, waiting, ms: performance.now() - begun };
}

async function cancelAll({ stops, waiting }) {
  const begun = performance.now();
  for (const stop of stops) stop.abort();
  const results = await Promise.all(waiting);
  return { results, ms: performance.now() - begun };
}
