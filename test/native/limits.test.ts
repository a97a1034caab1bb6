import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Execution, ResourceLimits } from "../../src/contract/index.js";
import { limitNumbers } from "../../src/execution/drivers/native-words.js";
import { NO_LIMITS } from "../execution/recorder.js";
import { processesWith } from "../support/processes.js";
import { hidden } from "./hiding.js";
import { describeModes } from "./modes.js";
import { runScript } from "./run-to-end.js";

const folder = mkdtempSync(join(tmpdir(), "limits-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MIB = 2 ** 20;
const node = process.execPath;
const printed = ({ captured }: Execution) => captured!.stdout.head.toString();

await describeModes("limits", (driver) => {
  const run = (script: string, limits: Partial<ResourceLimits>) =>
    runScript(driver, script, { limits: { ...NO_LIMITS, ...limits } }).done;

  it("cpu: tells a run that was ended by SIGXCPU", async () => {
    const { outcome } = await run("while :; do :; done", { cpuSeconds: 1 });
    expect(outcome).toEqual({ kind: "limited", limit: "cpu", exit: { code: null, signal: "SIGXCPU" } });
  });

  it("cpu: tells it through a shell that survives its command", async () => {
    const { outcome } = await run(`sh -c 'while :; do :; done'; exit $?`, { cpuSeconds: 1 });
    expect(outcome).toMatchObject({ kind: "limited", limit: "cpu" });
  });

  it("cpu: kills what ignores SIGXCPU", async () => {
    const { outcome } = await run('trap "" XCPU; while :; do :; done', { cpuSeconds: 1 });
    expect(outcome).toEqual({ kind: "limited", limit: "cpu", exit: { code: null, signal: "SIGKILL" } });
  });

  it("file_size: stops at the limit, and says so", async () => {
    const file = join(folder, `big-${driver.name}`);
    const { outcome } = await run(`exec head -c 3000000 /dev/zero > ${file}`, { fileSizeBytes: MIB });
    expect(outcome).toMatchObject({ kind: "limited", limit: "file_size" });
    expect(statSync(file).size).toBe(MIB);
  });

  it("memory: ends one process that takes too much, and says so", async () => {
    const hog = `const kept = []; setInterval(() => kept.push(Buffer.alloc(32 << 20, 1)), 10)`;
    const { outcome } = await run(`exec ${node} -e '${hog}'`, { memoryBytes: 300 * MIB });
    expect(outcome).toMatchObject({ kind: "limited", limit: "memory" });
  });

  it("memory: counts a run as a whole, and ends it as a whole", async () => {
    const { mark } = hidden();
    const child = `const kept = Buffer.alloc(${100 * MIB}, 1); setTimeout(() => kept, 20_000) // ${mark}`;
    const { outcome } = await run(`for i in 1 2 3 4; do ${node} -e '${child}' & done; wait`, {
      memoryBytes: 300 * MIB,
    });
    expect(outcome).toMatchObject({ kind: "limited", limit: "memory" });
    expect(processesWith(mark)).toEqual([]);
  });

  it("memory: lets a program reserve address space that it does not use", async () => {
    const execution = await run(`${node} -p 42`, { memoryBytes: 400 * MIB });
    expect(printed(execution)).toBe("42\n");
  });

  it("processes: ends a run that starts too many, and says so", async () => {
    const { mark } = hidden();
    const { outcome } = await run(`for i in $(seq 1 60); do sleep ${mark} & done; wait`, { processes: 20 });
    expect(outcome).toMatchObject({ kind: "limited", limit: "processes" });
    expect(processesWith(mark)).toEqual([]);
  });

  it("processes: holds a fork bomb", async () => {
    const { mark } = hidden();
    // It would come to 2047, were nothing done. Where the kernel refuses the forks, what there is ends by itself.
    const bomb = `f() { [ $1 = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & wait; }; sleep 1; }; f 10; exit 1 # ${mark}`;
    const { outcome, cleanup } = await run(bomb, { processes: 64 });
    expect(outcome).toMatchObject({ kind: "limited", limit: "processes" });
    expect(cleanup?.survivors ?? []).toEqual([]);
    expect(processesWith(mark)).toEqual([]);
  });

  it("open_files: binds the run, which the system does not tell", async () => {
    const execution = await run("ulimit -n; ulimit -H -n", { openFiles: 40 });
    expect(printed(execution)).toBe("40\n40\n");
  });

  it("never writes a core dump", async () => {
    expect(printed(await run("ulimit -c; ulimit -H -c", {}))).toBe("0\n0\n");
  });

  it("leaves alone what keeps within its limits", async () => {
    const limits = { memoryBytes: 500 * MIB, cpuSeconds: 60, processes: 64, openFiles: 256, fileSizeBytes: MIB };
    const { outcome } = await run("sleep 0.3 & sleep 0.3; echo fine; exit 3", limits);
    expect(outcome).toEqual({ kind: "exited", exit: { code: 3, signal: null } });
  });
});

describe("an exit that looks like a limit", () => {
  it.skipIf(!existsSync("/proc"))("is none when no such limit is set", async () => {
    const { driverIn } = await import("./modes.js");
    const driver = await driverIn("subreaper");
    if (typeof driver === "string") return;
    const { outcome } = await runScript(driver, "exit 152").done;
    expect(outcome).toEqual({ kind: "exited", exit: { code: 152, signal: null } });
    await driver.close();
  });
});

describe("limitNumbers", () => {
  it("rounds seconds up, and marks what is not limited", () => {
    expect([...limitNumbers({ ...NO_LIMITS, cpuSeconds: 0.5, processes: 64 })]).toEqual([-1, 1, 64, -1, -1]);
  });
});
