// Prints what a queue of N waiting calls costs, as JSON.
//   node bench/growth/queue.mjs N
import { createBroker } from "../../dist/index.js";
import { tool } from "../lib/project.mjs";

const count = Number(process.argv[2]);
/** Runs measured from the front of the queue. */
const STARTED = Math.min(50, count);

const broker = await createBroker({
  config: {
    limits: { concurrency: 1, queue: count + 1, caller_share: 1, queue_timeout: 3600 },
    log: { level: "silent" },
  },
  definitions: { tools: [tool("t", ["/bin/true"]), tool("hold", ["sleep", "600"])] },
});
const turn = () => new Promise((resolve) => setImmediate(resolve));
const holder = new AbortController();
const held = broker.execute({ tool: "hold" }, { signal: holder.signal });
while (broker.stats().running < 1) await turn();

const stops = Array.from({ length: count }, () => new AbortController());
const before = process.memoryUsage.rss();
const submitted = performance.now();
const waiting = [];
for (let index = 0; index < count; index += 1) {
  waiting.push(broker.execute({ tool: "t" }, { signal: stops[index].signal }));
  if (index % 100 === 99) await turn();
}
while (broker.stats().queued < count) await turn();
const submitMs = performance.now() - submitted;
const bytes = process.memoryUsage.rss() - before;

holder.abort();
await held;
const started = performance.now();
while (broker.stats().settled.success < STARTED) await turn();
const startMs = performance.now() - started;

const cancelled = performance.now();
for (const stop of stops) stop.abort();
const results = await Promise.all(waiting);
const cancelMs = performance.now() - cancelled;
const statuses = results.map(({ status }) => status);
const answered = statuses.filter((status) => status === "success" || status === "cancelled").length;
await broker.close();
process.stdout.write(
  JSON.stringify({
    submitUs: (submitMs / count) * 1000,
    startMs: startMs / STARTED,
    cancelUs: (cancelMs / count) * 1000,
    bytesPerCall: bytes / count,
    wrong: count - answered,
  }),
);
