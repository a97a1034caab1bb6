// Sends CALLS calls from N callers at once and prints how long each took, as JSON.
//   node bench/growth/callers.mjs N CALLS
import { createBroker } from "../../dist/index.js";
import { tool } from "../lib/project.mjs";

const [callers, calls] = process.argv.slice(2).map(Number);
const broker = await createBroker({
  config: { limits: { concurrency: 8, queue: calls, caller_share: 1, queue_timeout: 3600 }, log: { level: "silent" } },
  definitions: { tools: [tool("t", ["/bin/true"])] },
});
await broker.execute({ tool: "t" });
const started = performance.now();
const doneAt = new Map();
const results = await Promise.all(
  Array.from({ length: calls }, async (_, index) => {
    const caller = `caller ${index % callers}`;
    const { status } = await broker.execute({ tool: "t", caller });
    doneAt.set(caller, performance.now() - started);
    return status;
  }),
);
const ms = performance.now() - started;
await broker.close();
const ends = [...doneAt.values()];
process.stdout.write(
  JSON.stringify({
    perCallMs: ms / calls,
    // Callers that asked for the same are through at about the same time.
    firstDone: Math.min(...ends) / ms,
    wrong: results.filter((status) => status !== "success").length,
  }),
);
