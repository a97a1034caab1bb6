import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Execution } from "../../src/contract/index.js";
import type { NativeDriver } from "../../src/execution/drivers/native.js";
import { processesWith } from "../support/processes.js";
import { hidden } from "./hiding.js";
import { CONTAINING, driverIn } from "./modes.js";
import { runScript } from "./run-to-end.js";
import { wardens } from "./wardens.js";

const LIMITS = { timeoutMs: 400, graceMs: 300 };
/** What the contract allows. */
const BOUND_MS = LIMITS.timeoutMs + LIMITS.graceMs + 500;
/** From inside its namespace a run can't reach the warden: `$PPID` is the namespace's own first process there. */
const INSIDE = ["cgroup", "subreaper", "none"];

/** How long a warden that is not stopped may say nothing, and half a second until it is asked. */
const SILENT_MS = 2500;
const TRACER = `
import ctypes, sys, time
SEIZE, INTERRUPT = 0x4206, 0x4207
libc = ctypes.CDLL(None, use_errno=True)
pid = int(sys.argv[1])
print("held" if libc.ptrace(SEIZE, pid, 0, 0) == 0 and libc.ptrace(INTERRUPT, pid, 0, 0) == 0 else "not held", flush=True)
time.sleep(60)
`;
const canTrace = spawnSync("python3", ["-c", "import ctypes"]).status === 0 && process.getuid?.() === 0;

const lost = { kind: "faulted", fault: { code: "AR_SPAWN_FAILED" } };
const timedOut = { kind: "stopped", reason: { kind: "run_timeout" } };

for (const mode of [...CONTAINING, "none"] as const) {
  const probe = await driverIn(mode);
  if (typeof probe !== "string") await probe.close();
  describe.skipIf(typeof probe === "string")(`a warden that is attacked, mode ${mode}`, () => {
    let driver: NativeDriver;
    beforeAll(async () => {
      driver = (await driverIn(mode)) as NativeDriver;
    });
    afterAll(() => driver.close());

    /** What ends with the run: where nothing contains it, a daemon gets away. */
    const tree = () => {
      const { mark, script } = hidden();
      return { mark, script: mode === "none" ? `sh -c "trap '' TERM; sleep ${mark}" & :` : script };
    };

    /** Within the bound, nothing of it alive, and the next call as if nothing had been. */
    async function expectOrder(done: Promise<Execution>, marks: readonly string[]): Promise<Execution> {
      const started = performance.now();
      const execution = await done;
      expect(performance.now() - started).toBeLessThan(BOUND_MS);
      expect(marks.flatMap(processesWith)).toEqual([]);
      expect(execution.cleanup?.survivors ?? []).toEqual([]);
      expect((await runScript(driver, "echo fine; exit 3").done).outcome).toMatchObject({ exit: { code: 3 } });
      return execution;
    }

    /** A run beside it, which has to get an answer, and go, in any case. */
    async function bystander() {
      const { mark, script } = tree();
      const running = runScript(driver, `${script}; echo up; sleep ${mark}`);
      await running.printed;
      return { mark, ...running };
    }

    it.skipIf(!INSIDE.includes(mode))("a run that stops it is stopped in time, and no other suffers", async () => {
      const other = await bystander();
      const { mark, script } = tree();
      const { done } = runScript(
        driver,
        `kill -STOP $PPID; trap "" TERM; ${script}; while :; do sleep ${mark}; done`,
        LIMITS,
      );
      expect((await expectOrder(done, [mark])).outcome).toMatchObject(timedOut);
      expect(processesWith(other.mark).length).toBeGreaterThan(0);
      other.run.stop("cancelled");
      expect((await other.done).outcome).toMatchObject({ kind: "stopped", reason: { kind: "cancelled" } });
    });

    it.skipIf(!INSIDE.includes(mode))("the end of a run that has stopped it is told all the same", async () => {
      const { done } = runScript(driver, "kill -STOP $PPID; exit 3");
      expect((await expectOrder(done, [])).outcome).toMatchObject({ kind: "exited", exit: { code: 3 } });
    });

    it.skipIf(!INSIDE.includes(mode))("a run that stops it again and again loses it, for all", async () => {
      const other = await bystander();
      const { mark, script } = tree();
      const { done } = runScript(driver, `trap "" TERM; ${script}; while :; do kill -STOP $PPID; done`, LIMITS);
      const { outcome } = await expectOrder(done, [mark, other.mark]);
      expect([lost, timedOut]).toContainEqual(expect.objectContaining({ kind: outcome.kind }));
      expect((await other.done).outcome).toMatchObject(lost);
    });

    it.skipIf(!INSIDE.includes(mode))("a run that kills it goes with it, and so do the others", async () => {
      const other = await bystander();
      const { mark, script } = tree();
      const { done } = runScript(driver, `${script}; sleep 0.1; kill -KILL $PPID; sleep ${mark}`, LIMITS);
      expect((await expectOrder(done, [mark, other.mark])).outcome).toMatchObject(lost);
      expect((await other.done).outcome).toMatchObject(lost);
    });

    it.runIf(mode === "namespace")("a run does not reach it", async () => {
      const { mark, script } = tree();
      const attack = `kill -STOP $PPID; kill -KILL $PPID; kill -STOP -1`;
      const { done } = runScript(driver, `trap "" TERM; ${script}; ${attack}; sleep ${mark}`, LIMITS);
      expect((await expectOrder(done, [mark])).outcome).toMatchObject(timedOut);
    });

    it("somebody else stops it again and again: every run is answered and gone", async () => {
      const runs = await Promise.all([bystander(), bystander()]);
      const [pid] = wardens();
      const again = setInterval(() => {
        if (wardens().includes(pid!)) process.kill(pid!, "SIGSTOP");
        else clearInterval(again);
      }, 1);
      const execution = await expectOrder(
        runs[0].done,
        runs.map(({ mark }) => mark),
      );
      expect(execution.outcome).toMatchObject(lost);
      expect((await runs[1].done).outcome).toMatchObject(lost);
      expect(wardens()).not.toContain(pid);
    });

    it("somebody else kills it: every run is answered and gone", async () => {
      const runs = await Promise.all([bystander(), bystander()]);
      process.kill(wardens()[0]!, "SIGKILL");
      const marks = runs.map(({ mark }) => mark);
      expect((await expectOrder(runs[0].done, marks)).outcome).toMatchObject(lost);
      expect((await runs[1].done).outcome).toMatchObject(lost);
    });

    it.skipIf(!canTrace)("somebody holds it with a debugger: every run is answered and gone", async () => {
      const runs = await Promise.all([bystander(), bystander()]);
      const [pid] = wardens();
      const tracer = spawn("python3", ["-c", TRACER, String(pid)], { stdio: ["ignore", "pipe", "inherit"] });
      await once(tracer.stdout, "data");
      const started = performance.now();
      expect((await runs[0].done).outcome).toMatchObject(lost);
      expect((await runs[1].done).outcome).toMatchObject(lost);
      expect(performance.now() - started).toBeLessThan(SILENT_MS + 1500);
      tracer.kill();
      await expectOrder(
        runs[0].done,
        runs.map(({ mark }) => mark),
      );
    });

    it("stopped while nothing runs, it serves the next run", async () => {
      const [pid] = wardens();
      process.kill(pid!, "SIGSTOP");
      await expectOrder(runScript(driver, "exit 0").done, []);
      expect(wardens()).toEqual([pid]);
    });

    it("stopped, it still ends with its driver, and takes what runs with it", async () => {
      const { mark, done } = await bystander();
      process.kill(wardens()[0]!, "SIGSTOP");
      const started = performance.now();
      await driver.close();
      expect(performance.now() - started).toBeLessThan(1000);
      // Where nothing contains it, it is no child of the warden, which then cannot wait for its end.
      await expect.poll(() => processesWith(mark), { timeout: 500, interval: 5 }).toEqual([]);
      expect(wardens()).toEqual([]);
      expect((await done).outcome).toMatchObject({ kind: "exited", exit: { signal: "SIGKILL" } });
    });
  });
}
