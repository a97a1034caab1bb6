import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { Prepared, RunCase } from "./run-case.js";

/** A server on this machine that answers `/ok`, `/moved` and, for all else, 404. */
async function serve(): Promise<Prepared> {
  const server = createServer((request, response) => {
    if (request.url === "/ok")
      response
        .writeHead(200, { "content-type": "text/plain" })
        .end(`hello ${request.method} ${request.headers.accept}`);
    else if (request.url === "/moved") response.writeHead(302, { location: "/ok" }).end();
    else response.writeHead(404, { "content-type": "text/plain" }).end("nothing here");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A process of ours that waits to be ended. */
function startSleeper(): Prepared {
  const child = spawn("sleep", ["3600"], { stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  return { pid: child.pid! };
}

export const systemCases: readonly RunCase[] = [
  {
    tool: "system_ps",
    about: "by memory",
    args: { by: "pmem" },
    stdout: [/PID +PPID USER +%CPU +%MEM +ELAPSED COMMAND\n/, /node/],
  },
  { tool: "system_df", about: "", stdout: [/^Filesystem .*Mounted on$/m, / \/$/m] },
  {
    tool: "system_du",
    about: "folders",
    prepare: ({ write }) => void write("sub/file", "x".repeat(10_000)),
    stdout: [/\t\.\/sub$/m, /\t\.$/m],
  },
  { tool: "system_uname", about: "", stdout: [/^(Linux|Darwin) /] },
  { tool: "system_uptime", about: "", stdout: [/load averages?:/] },
  {
    tool: "http_get",
    about: "a page",
    prepare: serve,
    args: ({ url }) => ({ url: `${url}/ok`, accept: "text/plain" }),
    result: { stdout: "hello GET text/plain" },
    stderr: [/^HTTP 200 text\/plain/],
  },
  {
    tool: "http_get",
    about: "a redirect is told, not followed",
    prepare: serve,
    args: ({ url }) => ({ url: `${url}/moved` }),
    result: { stdout: "" },
    stderr: [/^HTTP 302 .*\/ok$/m],
  },
  {
    tool: "http_get",
    about: "an error page",
    prepare: serve,
    args: ({ url }) => ({ url: `${url}/none` }),
    result: { status: "failed", exit_code: 22, stdout: "nothing here" },
    stderr: ["HTTP 404"],
  },
  {
    tool: "http_get",
    about: "a host that is not allowed",
    args: { url: "http://localhost/" },
    result: { status: "invalid" },
  },
  { tool: "http_get", about: "no other protocol", args: { url: "file:///etc/passwd" }, result: { status: "invalid" } },
  { tool: "network_resolve", about: "a name", args: { host: "localhost" }, stdout: [/^(127\.0\.0\.1|::1) /] },
  {
    tool: "network_resolve",
    about: "no such name",
    args: { host: "none.invalid" },
    result: { exit_code: 2, note: expect.stringContaining("no address") },
  },
  // Whether a name server answers is not ours to say: 0 = it did, 9 = none did.
  {
    tool: "network_dig",
    about: "a name",
    args: { name: "localhost", type: "AAAA" },
    result: { status: expect.stringMatching(/success|failed/) },
    check: (_, { exit_code }) => expect([0, 9]).toContain(exit_code),
  },
  { tool: "network_ping", about: "this machine", args: { host: "localhost", count: 1 }, stdout: ["1 received"] },
  {
    tool: "process_kill",
    about: "a process of ours",
    prepare: startSleeper,
    args: ({ pid }) => ({ pid: pid as number }),
    check: async (_world, _result, { pid }) => {
      await expect.poll(() => processState(pid as number)).toBe("gone");
    },
  },
];

function processState(pid: number): "there" | "gone" {
  try {
    process.kill(pid, 0);
    return "there";
  } catch {
    return "gone";
  }
}
