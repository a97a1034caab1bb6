#!/usr/bin/env node
// The broker inside your own program: many calls at once, events while they run, cancellation, no process per call.
//
//     node library.mjs git_status git_log
import { createBroker } from "agent-reach";

const broker = await createBroker();
const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());

const calls = process.argv.slice(2).map((tool) =>
  broker.execute(
    { tool },
    {
      signal: interrupt.signal,
      onEvent(event) {
        if (event.type === "started") process.stderr.write(`${tool}: process ${event.pid}\n`);
      },
    },
  ),
);
for (const result of await Promise.all(calls)) {
  process.stdout.write(`${result.tool}: ${result.status}\n${result.stdout}`);
}
await broker.close();
