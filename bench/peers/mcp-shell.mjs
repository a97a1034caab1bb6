// A public MCP shell server, mcp-server-commands, driven over MCP on stdio as an agent does: a request that takes longer
// than its time-out is cancelled by the client.
//   node bench/peers/mcp-shell.mjs WORK SERVER
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import pLimit from "p-limit";
import { contest, timed } from "./contestant.mjs";

const server = spawn(process.execPath, [process.argv[3]], { stdio: ["pipe", "pipe", "ignore"] });
const waiting = new Map();
createInterface({ input: server.stdout }).on("line", (line) => {
  const message = JSON.parse(line);
  waiting.get(message.id)?.(message);
  waiting.delete(message.id);
});
let asked = 0;
const tell = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
function ask(method, params) {
  asked += 1;
  const id = asked;
  const answer = new Promise((resolve) => waiting.set(id, resolve));
  tell({ id, method, params });
  return { id, answer };
}

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

async function run({ argv, timeoutMs, graceMs }) {
  const { id, answer } = ask("tools/call", { name: "run_command", arguments: { command: argv.map(quote).join(" ") } });
  let timer;
  const late = new Promise((resolve) => {
    if (timeoutMs !== null) timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const message = await Promise.race([answer, late]);
  clearTimeout(timer);
  if (message === null) {
    tell({ method: "notifications/cancelled", params: { requestId: id, reason: "took too long" } });
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, graceMs))]);
    return { code: null, signal: null, timedOut: true, bytes: 0 };
  }
  const { isError = false, content = [] } = message.result ?? { isError: true };
  const stdout = content.find(({ name }) => name === "STDOUT")?.text ?? "";
  // It tells that a command failed, not with what code.
  return { code: isError ? null : 0, signal: null, timedOut: false, bytes: Buffer.byteLength(stdout) };
}

await contest(async (jobs, atOnce, results) => {
  const clientInfo = { name: "bench", version: "1" };
  await ask("initialize", { protocolVersion: "2025-03-26", capabilities: {}, clientInfo }).answer;
  tell({ method: "notifications/initialized" });
  const limit = pLimit(atOnce);
  await Promise.all(jobs.map((job) => limit(() => timed(run, results)(job))));
  server.stdin.end();
  server.kill();
});
