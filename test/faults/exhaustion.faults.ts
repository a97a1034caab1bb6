import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Result } from "../../src/contract/index.js";
import { copyPackage } from "../support/package-copy.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { cliPath, fixedTool, makeProject } from "../support/project.js";
import { CALLS, DRIVERS } from "./campaign.js";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const sleep = uniqueSleep();
/** For calls that print a lot. */
const FEW = Math.ceil(CALLS / 8);
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

/** Many requests through `exec --ndjson`, all given at once; its answers. Nothing may be left of it, and nothing have gone wrong inside. */
async function ndjson({ driver, dir, limits, requests, user, cli = cliPath }: Given) {
  const temp = join(dir, "tmp");
  mkdirSync(temp);
  chmodSync(temp, 0o777);
  const child = spawn("/bin/sh", ["-c", `${limits}; exec "$0" "$@"`, process.execPath, cli, "exec", "--ndjson"], {
    cwd: dir,
    env: { PATH: process.env.PATH!, HOME: dir, AGENT_REACH_DRIVER: driver, TMPDIR: temp },
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
  // One that hangs has its answers missing.
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 30_000 + 100 * CALLS);
  child.stdin.on("error", () => {});
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  clearTimeout(tooLong);
  const results = stdout
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Result);
  expect(stderr).not.toContain("AR_INTERNAL");
  expect(processesWith(sleep)).toEqual([]);
  expect(readdirSync(temp)).toEqual([]);
  const running = join(dir, ".state/outputs/running");
  expect(existsSync(running) ? readdirSync(running) : []).toEqual([]);
  return results;
}

const requests = (tools: readonly string[], calls = CALLS) =>
  Array.from({ length: calls }, (_, index) => ({ tool: tools[index % tools.length], id: `c${index}` }));

/** Every call once, each with one of the answers it may have. */
function expectAnswers(results: readonly Result[], codes: readonly (string | null)[], calls = CALLS): void {
  expect(results.map(({ id }) => id).sort()).toEqual(
    requests(["x"], calls)
      .map(({ id }) => id)
      .sort(),
  );
  const odd = results.filter(({ error }) => !codes.includes(error?.code ?? null));
  expect(odd).toEqual([]);
}

/** Some ran and some could not: else nothing ran out. */
function expectBoth(results: readonly Result[]): void {
  expect(new Set(results.map(({ status }) => status))).toEqual(new Set(["success", "timeout", "error"]));
}

/** Programs that start no other one, which could fail for the same reason as the broker, but without its words. */
const MIXED = [
  fixedTool(["sleep", "0.02"], { name: "short" }),
  fixedTool(["head", "-c", "100000", "/dev/zero"], { name: "output" }),
  fixedTool(["sleep", sleep], { name: "timeout", timeout: 0.1, grace: 0.1 }),
  fixedTool(["true"], { name: "temp", cwd: "temp" }),
];

const busy = {
  limits: { concurrency: 24, queue: CALLS, caller_share: 1, queue_timeout: 3600 },
  rate: { calls_per_minute: 0 },
};

describe.each(DRIVERS)("what runs out, on the %s driver", (driver) => {
  it("descriptors: every call is answered, and those after it run again", async () => {
    const project = makeProject({ tools: MIXED, config: busy });
    const results = await ndjson({
      driver,
      dir: project.dir,
      limits: "ulimit -n 60",
      requests: requests(MIXED.map(({ name }) => String(name))),
    });
    expectAnswers(results, [null, "AR_TIMEOUT_RUN", "AR_OUT_OF_DESCRIPTORS"]);
    expectBoth(results);
  });

  it.skipIf(!isRoot)("processes: every call is answered", async () => {
    // Root is above this limit, so somebody else has to meet it, with a copy of the package that they may read.
    const home = copyPackage("native/build/Release");
    const project = makeProject({ tools: MIXED, config: busy });
    for (const path of [home, project.dir]) spawnSync("chown", ["-R", `${NOBODY}:${NOBODY}`, path]);
    chmodSync(project.dir, 0o700);
    const cli = join(home, "bin/agent-reach.js");
    const given = {
      driver,
      dir: project.dir,
      cli,
      user: NOBODY,
      requests: requests(MIXED.map(({ name }) => String(name))),
    };
    const results = await ndjson({ ...given, limits: PROCESS_LIMIT });
    expectAnswers(results, [null, "AR_TIMEOUT_RUN", "AR_OUT_OF_PROCESSES"]);
    expectBoth(results);
  });

  it.skipIf(!isRoot)("disk: runs go on, and what is not kept is said", async ({ skip }) => {
    const tools = [
      fixedTool(["sh", "-c", `seq 1 100000; exit 0 # ${sleep}`], { name: "much" }),
      fixedTool(["true"], { name: "little" }),
    ];
    const project = makeProject({ tools, config: { ...busy, limits: { ...busy.limits, concurrency: 4 } } });
    mkdirSync(project.stateDir, { recursive: true });
    const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", project.stateDir]);
    if (mounted.status !== 0) return skip("a file system of its own can't be mounted here");
    onTestFinished(() => void spawnSync("umount", ["-l", project.stateDir]));
    const few = requests(["much", "little"], FEW);
    const results = await ndjson({ driver, dir: project.dir, limits: ":", requests: few });
    expectAnswers(results, [null], FEW);
    expect(results.filter(({ status }) => status !== "success")).toEqual([]);
    const much = results.filter(({ tool }) => tool === "much");
    expect(much.filter(({ output }) => output?.stdout.bytes !== 588_895)).toEqual([]);
    expect(much.some(({ note }) => note?.includes("space"))).toBe(true);
  });
});
