#!/usr/bin/env node
// Calls one tool through `agent-reach exec --json`. Needs nothing but Node.
//
//     node call-tool.mjs git_log 5
//     AGENT_REACH="node bin/agent-reach.js" node call-tool.mjs git_status
import { spawn } from "node:child_process";

const [command, ...prefix] = (process.env.AGENT_REACH ?? "agent-reach").split(" ");

/** The Result. `args`: an array in the tool's order, or an object by name. */
export function callTool(tool, args = [], more = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...prefix, "exec", "--json"], { stdio: ["pipe", "pipe", "inherit"] });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    child.on("error", reject);
    // There is a Result for every end, also for a request that was refused.
    child.on("close", () => resolve(JSON.parse(text)));
    child.stdin.end(JSON.stringify({ tool, args, ...more }));
  });
}

const [tool, ...args] = process.argv.slice(2);
if (tool === undefined) {
  process.stderr.write("usage: call-tool.mjs TOOL [ARG…]\n");
  process.exit(64);
}
const result = await callTool(tool, args);
process.stdout.write(result.stdout);
if (result.status !== "success") {
  process.stderr.write(result.stderr);
  process.stderr.write(`${result.status}: ${result.error?.message ?? `exit code ${result.exit_code}`}\n`);
  if (result.error?.hint) process.stderr.write(`${result.error.hint}\n`);
  process.exitCode = 1;
}
