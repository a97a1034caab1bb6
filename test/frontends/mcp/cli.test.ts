import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { processesWith, uniqueSleep } from "../../support/processes.js";
import { cliPath, makeProject } from "../../support/project.js";
import { ASKING, shell, TOOLS } from "./tools.js";

const ERAS = ["legacy", { pin: "2026-07-28" }] as const;

function start(args: readonly string[], tools: Record<string, unknown>[] = TOOLS, env: Record<string, string> = {}) {
  const project = makeProject({ tools, config: ASKING });
  const child = spawn(process.execPath, [cliPath, "mcp", ...args], {
    cwd: project.dir,
    env: { PATH: process.env.PATH, HOME: project.dir, ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (chunk) => {
    stderr += chunk;
  });
  return { child, ended: once(child, "exit"), stderr: () => stderr };
}

const tell = (child: ChildProcess, message: object) =>
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

function open(child: ChildProcess, call: string) {
  tell(child, {
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  });
  tell(child, { id: 2, method: "tools/call", params: { name: call, arguments: {} } });
}

describe("agent-reach mcp", () => {
  it.each(ERAS)("serves the SDK's client on stdio (%j)", async (mode) => {
    const project = makeProject({ tools: TOOLS, config: ASKING });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cliPath, "mcp"],
      cwd: project.dir,
      env: { PATH: process.env.PATH!, HOME: project.dir },
    });
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(transport);
    expect((await client.listTools()).tools.length).toBe(TOOLS.length + 6);
    expect((await client.callTool({ name: "hello" })).structuredContent).toMatchObject({ status: "success" });
    const { pid } = transport;
    await client.close();
    expect(() => process.kill(pid!, 0)).toThrow();
  });

  it("serves it over HTTP, with a token, and says where", async () => {
    const server = start(["--http", "127.0.0.1:0"], TOOLS, { AGENT_REACH_MCP_TOKEN: "t" });
    await expect.poll(server.stderr).toContain("listening on http://127.0.0.1:");
    const url = new URL(/http:\S+/.exec(server.stderr())![0]);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const headers = { authorization: "Bearer t" };
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    expect((await client.callTool({ name: "hello" })).isError).toBe(false);
    await client.close();
    server.child.kill("SIGTERM");
    expect(await server.ended).toEqual([130, null]);
  });

  it.each(["stdin end", "SIGTERM", "reader gone"])("stops everything at %s", async (how) => {
    const mark = uniqueSleep();
    const { child, ended } = start([], [shell("long", `echo begun; sleep ${mark} & sleep ${mark}`, { timeout: 400 })]);
    open(child, "long");
    await expect.poll(() => processesWith(`sleep ${mark}`).length, { timeout: 15_000 }).toBeGreaterThan(0);
    if (how === "stdin end") child.stdin.end();
    else if (how === "SIGTERM") child.kill("SIGTERM");
    else {
      child.stdout.destroy();
      tell(child, { id: 3, method: "tools/list" });
    }
    const [code] = await ended;
    expect(code).toBe(how === "SIGTERM" ? 130 : 0);
    expect(processesWith(`sleep ${mark}`)).toEqual([]);
  });

  it("keeps deadlines while the client does not read", async () => {
    const mark = uniqueSleep();
    const reader = uniqueSleep();
    const project = makeProject({ tools: [shell("long", `exec sleep ${mark}`, { timeout: 1 })], config: ASKING });
    // A pipe, as a shell makes it: Node itself would give the server a socket, which never blocks.
    const piped = spawn("sh", ["-c", `"$0" "$1" mcp | sleep ${reader}`, process.execPath, cliPath], {
      cwd: project.dir,
      env: { PATH: process.env.PATH, HOME: project.dir },
      stdio: ["pipe", "ignore", "ignore"],
    });
    const ended = once(piped, "exit");
    open(piped, "long");
    for (let id = 10; id < 200; id += 1) tell(piped, { id, method: "tools/list" });
    await expect.poll(() => processesWith(`sleep ${mark}`).length, { timeout: 15_000 }).toBeGreaterThan(0);
    await expect.poll(() => processesWith(`sleep ${mark}`), { timeout: 15_000 }).toEqual([]);
    for (const pid of processesWith(`sleep ${reader}`)) process.kill(pid);
    await ended;
  });

  it("tells of a config that has faults on stderr alone", async () => {
    const { child, ended, stderr } = start(["--config", "nowhere.toml"]);
    let stdout = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    expect((await ended)[0]).toBe(71);
    expect(stdout).toBe("");
    expect(stderr()).toContain("nowhere.toml");
  });
});
