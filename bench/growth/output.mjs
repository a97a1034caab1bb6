// Runs one program that prints much and prints how the broker fared, as JSON.
//   node bench/growth/output.mjs CONFIG TIMEOUT_MS
import { createBroker } from "../../dist/index.js";

const [config, timeout] = process.argv.slice(2);
const broker = await createBroker({ config });
// What is loaded on the first call is no growth.
await broker.execute({ tool: "warm" });
const before = process.memoryUsage.rss();
let peak = before;
const looking = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 10);
const started = performance.now();
const result = await broker.execute({ tool: "t", ...(timeout === "0" ? {} : { timeout_ms: Number(timeout) }) });
const ms = performance.now() - started;
clearInterval(looking);
peak = Math.max(peak, process.memoryUsage.rss());
await broker.close();
const { status, truncated, stdout, output } = result;
process.stdout.write(
  JSON.stringify({
    ms,
    growth: peak - before,
    status,
    truncated,
    bytes: output.stdout.bytes,
    head: stdout.slice(0, 8),
    tail: stdout.slice(-8),
  }),
);
