import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/bench/mix/random.js";
import type { Result } from "../../src/contract/index.js";
import { createBroker } from "../../src/index.js";
import { hidden } from "../native/hiding.js";
import { childrenOf, processesWith, uniqueSleep } from "../support/processes.js";
import { cliPath, fixedTool, makeProject, type Project } from "../support/project.js";
import { CALLS, DRIVERS, SEED, wait } from "./campaign.js";

const ROUNDS = Math.ceil(CALLS / 25);
/** What the contract allows from the broker's death to that of the last process. */
const BOUND = { timeout: 2000, interval: 20 };

function startCli(project: Project, driver: string, args: string[], more: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [cliPath, ...args], {
    cwd: project.dir,
    env: { PATH: process.env.PATH!, HOME: project.dir, AGENT_REACH_DRIVER: driver, ...more },
    stdio: ["pipe", "pipe", "ignore"],
  });
}

describe(`a broker killed at a random moment, seed ${SEED}`, () => {
  // Without the native driver nobody is left to clean up after it.
  it.skipIf(!DRIVERS.includes("native"))("leaves nothing alive, and the next one finds the rest", async () => {
    const random = createRandom(SEED);
    const sleep = uniqueSleep();
    const { mark, script } = hidden();
    const tools = [
      fixedTool(["sh", "-c", `${script}; trap "" TERM; echo up; sleep ${sleep}`], { name: "hides" }),
      fixedTool(["sh", "-c", `seq 1 20000; sleep ${sleep}`], { name: "prints" }),
      fixedTool(["true"], { name: "ends" }),
    ];
    const project = makeProject({
      tools,
      config: { audit: { file: "audit.jsonl", sync: "never" }, rate: { calls_per_minute: 0 } },
    });
    for (let round = 0; round < ROUNDS; round++) {
      const broker = startCli(project, "native", ["exec", "--ndjson"]);
      broker.stdin!.on("error", () => {});
      broker.stdout!.resume();
      for (let index = 0; index < 40; index++) {
        const { name } = tools[Math.floor(random() * tools.length)]!;
        broker.stdin!.write(`${JSON.stringify({ tool: name, id: `r${round}c${index}` })}\n`);
      }
      await wait(50 + random() * 400);
      broker.kill("SIGKILL");
      await once(broker, "exit");
      await expect.poll(() => [...processesWith(sleep), ...processesWith(mark)], BOUND).toEqual([]);
    }
    const doctor = startCli(project, "native", ["doctor"]);
    doctor.stdout!.resume();
    await once(doctor, "close");
    expect(project.list(".state/outputs/running")).toEqual([]);
    const records = project
      .read("audit.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.length).toBeGreaterThan(ROUNDS);
  });
});

describe.each(DRIVERS)("surroundings that change, on the %s driver", (driver) => {
  const sleep = uniqueSleep();

  it("the reader of our stdout goes away: the broker ends, and what it ran", async () => {
    const tools = [fixedTool(["sh", "-c", `seq 1 2000; sleep 0.05; exit 0 # ${sleep}`])];
    for (let round = 0; round < Math.min(ROUNDS, 10); round++) {
      const project = makeProject({ tools });
      const broker = startCli(project, driver, ["exec", "--ndjson"]);
      broker.stdin!.on("error", () => {});
      broker.stdin!.write('{"tool":"t"}\n'.repeat(200));
      await once(broker.stdout!, "data");
      const gone = performance.now();
      broker.stdout!.destroy();
      await once(broker, "exit");
      expect(performance.now() - gone).toBeLessThan(5000);
      expect(processesWith(sleep)).toEqual([]);
    }
  });

  it("a cwd that is deleted and made again is told right each time", async () => {
    const project = makeProject({ tools: [fixedTool(["pwd"], { cwd: "/placeholder" })] });
    const folder = join(project.dir, "comes-and-goes");
    const tools = [fixedTool(["pwd"], { cwd: folder })];
    const broker = await createBroker({
      config: { extends: "test", state_dir: project.stateDir, project_root: project.dir },
      definitions: { tools },
      env: { ...process.env, AGENT_REACH_DRIVER: driver },
    } as Parameters<typeof createBroker>[0]);
    for (let round = 0; round < 20; round++) {
      mkdirSync(folder);
      expect((await broker.execute({ tool: "t" })).stdout).toBe(`${folder}\n`);
      rmSync(folder, { recursive: true });
      expect((await broker.execute({ tool: "t" })).error?.code).toBe("AR_CWD_MISSING");
      writeFileSync(folder, "");
      expect((await broker.execute({ tool: "t" })).error?.code).toBe("AR_CWD_NOT_FOLDER");
      rmSync(folder);
    }
    expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
    await broker.close();
    expect(childrenOf(process.pid)).toEqual([]);
  });

  it("a wall clock that steps by a day changes no duration and no deadline", async () => {
    const project = makeProject({
      tools: [
        fixedTool(["sleep", "0.3"], { name: "short" }),
        fixedTool(["sleep", sleep], { name: "long", timeout: 0.4, grace: 0.1 }),
      ],
    });
    const skew = project.write(
      "skew.cjs",
      "const now = Date.now; let off = 0; setInterval(() => { off = (Math.random() - 0.5) * 2 * 86400000; }, 20).unref(); Date.now = () => now() + off;\n",
    );
    const broker = startCli(project, driver, ["exec", "--ndjson"], { NODE_OPTIONS: `--require=${skew}` });
    let out = "";
    broker.stdout!.on("data", (chunk) => {
      out += chunk;
    });
    broker.stdin!.end('{"tool":"short"}\n{"tool":"long"}\n'.repeat(20));
    await once(broker, "close");
    const results = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Result);
    expect(results).toHaveLength(40);
    for (const { tool, status, duration_ms } of results) {
      expect(status).toBe(tool === "short" ? "success" : "timeout");
      expect(duration_ms).toBeGreaterThan(tool === "short" ? 290 : 390);
      expect(duration_ms).toBeLessThan(5000);
    }
  });
});
