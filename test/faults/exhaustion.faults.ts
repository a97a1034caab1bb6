import { spawn, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Result } from "../../src/contract/index.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { cliPath, fixedTool, makeProject, packageRoot } from "../support/project.js";
import { CALLS, DRIVERS } from "./campaign.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const sleep = uniqueSleep();
/** Room for Node's threads and a few runs. bash and dash name it differently. */
const PROCESS_LIMIT = "ulimit -u 24 2>/dev/null || ulimit -p 24";

interface Given {
  readonly driver: string;
  readonly dir: string;
  /** Shell text before the command line, e.g. `ulimit -n 40`. */
  readonly limits: string;
  readonly requests: readonly object[];
  readonly user?: number;
  /** Of the package; another one for a user who may not read ours. */
  readonly cli?: string;
}

/** Many requests through `exec --ndjson`, all given at once; its answers and what it logged. */
async function ndjson({ driver, dir, limits, requests, user, cli = cliPath }: Given) {
  const child = spawn("/bin/sh", ["-c", `${limits}; exec "$0" "$@"`, process.execPath, cli, "exec", "--ndjson"], {
    cwd: dir,
    env: { PATH: process.env.PATH!, HOME: dir, AGENT_REACH_DRIVER: driver },
    stdio: ["pipe", "pipe", "pipe"],
    uid: user,
    gid: user,
  });
  const text = async (stream: NodeJS.ReadableStream) => {
    let all = "";
    for await (const chunk of stream) all += chunk;
    return all;
  };
  const ended = new Promise((resolve) => child.once("close", resolve));
  child.stdin.on("error", () => {});
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  const results = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Result);
  return { results, stderr };
}

const requests = (tools: readonly string[]) =>
  Array.from({ length: CALLS }, (_, index) => ({ tool: tools[index % tools.length], id: `c${index}` }));

/** Every call once, each with one of the answers it may have. */
function expectAnswers(results: readonly Result[], codes: readonly (string | null)[]): void {
  expect(results.map(({ id }) => id).sort()).toEqual(
    requests(["x"])
      .map(({ id }) => id)
      .sort(),
  );
  const odd = results.filter(({ error }) => !codes.includes(error?.code ?? null));
  expect(odd).toEqual([]);
}

/** Some ran and some could not: else nothing ran out. */
function expectBoth(results: readonly Result[]): void {
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["success", "error"]));
}

const busy = { limits: { concurrency: 24, queue: CALLS, caller_share: 1 }, rate: { calls_per_minute: 0 } };

describe.each(DRIVERS)("what runs out, on the %s driver", (driver) => {
  it("descriptors: every call is answered, and those after it run again", async () => {
    const tools = [fixedTool(["sh", "-c", `sleep 0.02; exit 0 # ${sleep}`])];
    const project = makeProject({ tools, config: busy });
    const { results, stderr } = await ndjson({
      driver,
      dir: project.dir,
      limits: "ulimit -n 60",
      requests: requests(["t"]),
    });
    expectAnswers(results, [null, "AR_OUT_OF_DESCRIPTORS"]);
    expectBoth(results);
    expect(stderr).not.toContain("AR_INTERNAL");
    expect(processesWith(sleep)).toEqual([]);
  });

  it.skipIf(!isRoot)("processes: every call is answered", async () => {
    // Root is above this limit, so somebody else has to meet it, with a copy of the package that they may read.
    const home = mkdtempSync(join(tmpdir(), "exhaustion-"));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    for (const part of [
      "bin",
      "dist",
      "config",
      "registry",
      "schemas",
      "package.json",
      "node_modules",
      "native/build/Release",
    ]) {
      const to = join(home, part);
      mkdirSync(join(to, ".."), { recursive: true });
      if (part === "node_modules") spawnSync("ln", ["-s", join(packageRoot, part), to]);
      else cpSync(join(packageRoot, part), to, { recursive: true, filter: (file) => !file.includes("obj.target") });
    }
    const tools = [fixedTool(["sleep", "0.02"])];
    const project = makeProject({ tools, config: busy });
    for (const path of [home, project.dir]) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, path]);
    chmodSync(project.dir, 0o700);
    const cli = join(home, "bin/agent-reach.js");
    const given = { driver, dir: project.dir, cli, user: NOBODY, requests: requests(["t"]) };
    const { results, stderr } = await ndjson({ ...given, limits: PROCESS_LIMIT });
    expectAnswers(results, [null, "AR_OUT_OF_PROCESSES"]);
    expectBoth(results);
    expect(stderr).not.toContain("AR_INTERNAL");
    expect(processesWith(sleep)).toEqual([]);
  });

  it.skipIf(!isRoot)("disk: runs go on, and what is not kept is said", async () => {
    const tools = [
      fixedTool(["sh", "-c", `seq 1 100000; exit 0 # ${sleep}`], { name: "much" }),
      fixedTool(["true"], { name: "little" }),
    ];
    const project = makeProject({ tools, config: { ...busy, limits: { ...busy.limits, concurrency: 4 } } });
    mkdirSync(project.stateDir, { recursive: true });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", project.stateDir]);
    if (mounted.status !== 0) return;
    onTestFinished(() => void spawnSync("umount", ["-l", project.stateDir]));
    const few = requests(["much", "little"]);
    const { results, stderr } = await ndjson({ driver, dir: project.dir, limits: ":", requests: few });
    expectAnswers(results, [null]);
    expect(results.filter(({ status }) => status !== "success")).toEqual([]);
    const much = results.filter(({ tool }) => tool === "much");
    expect(much.every(({ output }) => output?.stdout.bytes === 588_895)).toBe(true);
    expect(much.some(({ note }) => note?.includes("space"))).toBe(true);
    expect(stderr).not.toContain("AR_INTERNAL");
    expect(processesWith(sleep)).toEqual([]);
  });
});
