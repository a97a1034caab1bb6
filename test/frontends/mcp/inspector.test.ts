import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { WireBroker } from "../../../src/broker/index.js";
import { listenHttp } from "../../../src/frontends/mcp/http.js";
import { cliPath, packageRoot } from "../../support/project.js";
import { HTTP } from "./connect.js";
import { project, TOOLS } from "./tools.js";

const modules = join(packageRoot, "node_modules/.cache/mcp-conformance/node_modules");
const node = join(modules, `node-${process.platform}-${process.arch}/bin/node`);
const inspector = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
const ready = existsSync(node) && existsSync(inspector);
if (!ready) process.stdout.write("inspector: skipped, as node test/frontends/mcp/conformance-setup.mjs was not run\n");

type Transport = "http" | "stdio";

/** How the inspector's command line reaches a server with these tools. */
async function serverArgs(transport: Transport, broker: WireBroker): Promise<string[]> {
  if (transport === "stdio") return [process.execPath, cliPath, "mcp"];
  const server = await listenHttp(broker, HTTP);
  onTestFinished(() => server.close());
  return [server.url, "--transport", "http"];
}

async function start(transport: Transport) {
  const { project: made, broker } = await project(TOOLS);
  const target = await serverArgs(transport, broker);
  /** The inspector's command line, with a home of its own. */
  return (...args: string[]) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      const all = [inspector, "--cli", ...target, ...args];
      execFile(node, all, { cwd: made.dir, env: { PATH: process.env.PATH, HOME: made.dir } }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
}

describe.skipIf(!ready).each(["http", "stdio"] as const)("the inspector's command line over %s", (transport) => {
  it("lists tools that are portable to every client it knows", async () => {
    const inspect = await start(transport);
    const listed = await inspect("--method", "tools/list", "--strict");
    expect(listed.stderr).not.toMatch(/Warning|Error/);
    expect(listed.code).toBe(0);
    expect(JSON.parse(listed.stdout).tools).toHaveLength(TOOLS.length + 6);
  });

  it("calls, and tells an error from a success", async () => {
    const inspect = await start(transport);
    const hello = await inspect("--method", "tools/call", "--tool-name", "hello");
    expect(hello.code).toBe(0);
    expect(JSON.parse(hello.stdout).structuredContent).toMatchObject({ status: "success" });
    const fail = await inspect("--method", "tools/call", "--tool-name", "fail");
    expect(fail.code).not.toBe(0);
    expect(fail.stdout).toContain("no such thing");
  });

  it("reads a part of an output as a resource", async () => {
    const inspect = await start(transport);
    const called = await inspect("--method", "tools/call", "--tool-name", "many_lines");
    const { uri } = JSON.parse(called.stdout).content[1];
    const read = await inspect("--method", "resources/read", "--uri", `${uri}?from=7&to=8`);
    expect(JSON.parse(read.stdout).contents[0].text).toBe("7\n8\n");
    const templates = await inspect("--method", "resources/templates/list");
    expect(JSON.parse(templates.stdout).resourceTemplates).toHaveLength(1);
  });
});
