import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Execution } from "../../src/contract/index.js";
import type { Run } from "../../src/execution/index.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { executor, runReal, sh } from "./real-run.js";

/** `T` and `BOUND` of the public fault cases. */
const SHORT = { timeoutMs: 800, graceMs: 400 };
const BOUND_MS = 800 + 400 + 500;

const stdout = (execution: Execution) => execution.captured!.stdout.head.toString();
const exited = (code: number) => ({ kind: "exited", exit: { code, signal: null } });
const timedOut = (exit: unknown = expect.anything()) => ({
  kind: "stopped",
  reason: { kind: "run_timeout", limitMs: 800 },
  exit,
});

async function timed(work: () => Promise<Execution>): Promise<{ execution: Execution; tookMs: number }> {
  const start = performance.now();
  const execution = await work();
  return { execution, tookMs: performance.now() - start };
}

describe("pipes and descendants (cases 1, 3, 6, 38)", () => {
  it("1: does not wait for a background grandchild that holds stdout, and does not let it live", async () => {
    const sleep = uniqueSleep();
    const { execution, tookMs } = await timed(() => sh(`sleep ${sleep} & echo done`, { timeoutMs: 5000 }));
    expect(execution.outcome).toEqual(exited(0));
    expect(stdout(execution)).toBe("done\n");
    expect(tookMs).toBeLessThan(1500);
    expect(execution.cleanup).toMatchObject({ leftoversKilled: 1, survivors: [] });
    expect(processesWith(sleep)).toEqual([]);
  });

  it("3: keeps the bytes that come right after the exit", async () => {
    const execution = await runReal(["/bin/bash", "-c", "exec > >(sleep 0.1; cat); echo hi"]).done;
    expect(execution.outcome).toEqual(exited(0));
    expect(stdout(execution)).toBe("hi\n");
  });

  it("6: sweeps again for what is born while it kills", async () => {
    const sleep = uniqueSleep();
    const script = `trap "setsid sleep ${sleep} >/dev/null 2>&1 &" TERM; while :; do sleep 0.1; done`;
    const { execution, tookMs } = await timed(() => sh(script, SHORT));
    expect(execution.outcome).toMatchObject(timedOut());
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("stops what left its session and its parents, in many generations", async () => {
    const sleep = uniqueSleep();
    const script = `for i in 1 2 3; do (setsid sh -c 'trap "" TERM; sleep ${sleep} & sleep ${sleep}' &) & done; wait; sleep ${sleep}`;
    const { execution, tookMs } = await timed(() => sh(script, SHORT));
    expect(execution.outcome).toMatchObject(timedOut());
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("38: lets the exit win over a timer that would fire while a pipe is still open", async () => {
    const sleep = uniqueSleep();
    const execution = await sh(`echo ok; sleep ${sleep} & exit 0`, { timeoutMs: 200 });
    expect(execution.outcome).toEqual(exited(0));
    expect(stdout(execution)).toBe("ok\n");
    expect(processesWith(sleep)).toEqual([]);
  });

  it("38: tells a missing program though its timeout is short", async () => {
    const { outcome } = await runReal(["/no/such"], { timeoutMs: 50 }).done;
    expect(outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_PROGRAM_NOT_FOUND" } });
  });
});

it("keeps a flood near its limit until it is stopped", async () => {
  const limit = 1024 * 1024;
  const { outcome, captured } = await sh('trap "" TERM; yes', { maxOutputBytes: limit, graceMs: 300 });
  expect(outcome).toMatchObject({ kind: "stopped", reason: { kind: "output_limit" } });
  expect(captured!.stdout.bytes).toBeGreaterThan(limit);
  expect(captured!.stdout.bytes).toBeLessThan(1.2 * limit);
});

describe("signals (cases 7, 9, 11)", () => {
  it("7: kills what ignores TERM when its grace is over, and keeps what it printed", async () => {
    const { execution, tookMs } = await timed(() => sh('trap "" TERM; echo up; while :; do sleep 0.2; done', SHORT));
    expect(execution.outcome).toMatchObject(timedOut({ code: null, signal: "SIGKILL" }));
    expect(stdout(execution)).toBe("up\n");
    expect(tookMs).toBeGreaterThan(1150);
    expect(tookMs).toBeLessThan(BOUND_MS);
    expect(execution.cleanup?.signals.map(({ signal }) => signal)).toEqual(["SIGTERM", "SIGCONT", "SIGKILL"]);
  });

  it("9: wakes what is stopped, so that it can clean up", async () => {
    const { execution, tookMs } = await timed(() =>
      sh('trap "echo cleaned; exit 0" TERM; kill -STOP $$; sleep 31', SHORT),
    );
    expect(execution.outcome).toMatchObject(timedOut({ code: 0, signal: null }));
    expect(stdout(execution)).toContain("cleaned");
    expect(tookMs).toBeLessThan(BOUND_MS);
  });

  it("11: tells a signal from a code", async () => {
    expect((await sh("kill -9 $$")).outcome).toEqual({ kind: "exited", exit: { code: null, signal: "SIGKILL" } });
    expect((await sh("exit 137")).outcome).toEqual(exited(137));
  });
});

describe("surroundings (cases 23, 24, 32)", () => {
  it("23: has an empty stdin", async () => {
    expect(stdout(await sh("cat | wc -c")).trim()).toBe("0");
  });

  it("24: has no terminal", async () => {
    expect(stdout(await sh("(exec 3</dev/tty) 2>/dev/null && echo HAS_TTY || echo NO_TTY"))).toBe("NO_TTY\n");
  });

  it("32: passes arguments through no shell", async () => {
    const execution = await runReal(["/usr/bin/printf", "[%s]", "", "a b", "*", "$HOME", "日本"]).done;
    expect(stdout(execution)).toBe("[][a b][*][$HOME][日本]");
  });
});

describe("working directories (case 30)", () => {
  const folder = mkdtempSync(join(tmpdir(), "executor-real-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("30: names a missing one, and a file in its place", async () => {
    const missing = await sh("true", { cwd: { kind: "folder", path: "/nope" } });
    expect(missing.outcome).toMatchObject({
      kind: "faulted",
      fault: { code: "AR_CWD_MISSING", details: { cwd: "/nope" } },
    });
    const file = await sh("true", { cwd: { kind: "folder", path: "/etc/passwd" } });
    expect(file.outcome).toMatchObject({ kind: "faulted", fault: { code: "AR_CWD_NOT_FOLDER" } });
  });

  it("makes a temporary one, and removes it with what is in it", async () => {
    const execution = await sh("pwd; stat -c %a .; ls -A | wc -l; mkdir -p a/b; touch a/b/c; chmod 0 a", {
      cwd: { kind: "temp" },
    });
    const [path, mode, entries] = stdout(execution).split("\n");
    expect([mode, entries!.trim()]).toEqual(["700", "0"]);
    await executor.idle();
    expect(existsSync(path!)).toBe(false);
  });

  it("removes a temporary one also when the run is stopped, and when it cannot start", async () => {
    const run = runReal(["/bin/sh", "-c", "pwd; exec sleep 31"], { cwd: { kind: "temp" }, timeoutMs: 300 });
    const path = stdout(await run.done).trim();
    expect(path).toContain("agent-reach-");
    await runReal(["/no/such"], { cwd: { kind: "temp" } }).done;
    await executor.idle();
    expect(existsSync(path)).toBe(false);
  });
});

describe("deadlines (cases 15, 39)", () => {
  // Other tests may take both processors for a second.
  it("15: fires on time while output floods in", { retry: 2 }, async () => {
    const { execution, tookMs } = await timed(
      () => runReal(["/usr/bin/yes"], { timeoutMs: 700, openCapture: () => counting }).done,
    );
    expect(execution.outcome).toMatchObject({ kind: "stopped", reason: { kind: "run_timeout" } });
    expect(tookMs).toBeGreaterThanOrEqual(700);
    expect(tookMs).toBeLessThan(700 + 200 + 500);
    expect(counting.bytes).toBeGreaterThan(1_000_000);
  });

  it("39: goes by a clock that the wall clock does not move", async () => {
    const real = Date.now;
    try {
      Date.now = () => real() - 3_600_000;
      const { outcome, durationMs } = await sh("sleep 0.3");
      expect(outcome).toEqual(exited(0));
      expect(durationMs).toBeGreaterThanOrEqual(250);
      expect(durationMs).toBeLessThan(1500);
    } finally {
      Date.now = real;
    }
  });

  it("cancels at once, and once", async () => {
    const sleep = uniqueSleep();
    let run!: Run;
    const pid = await new Promise<number>((started) => {
      run = runReal(["/bin/sleep", sleep], { hooks: { started, stopping: () => {} } });
    });
    run.stop("cancelled");
    run.stop("shutdown");
    const { execution, tookMs } = await timed(() => run.done);
    expect(execution).toMatchObject({ pid, outcome: { kind: "stopped", reason: { kind: "cancelled" } } });
    expect(tookMs).toBeLessThan(200 + 500);
    expect(processesWith(sleep)).toEqual([]);
  });
});

/** Counts bytes and keeps none. */
const counting = {
  bytes: 0,
  write(_stream: unknown, chunk: Buffer) {
    this.bytes += chunk.length;
    return true;
  },
  onDrain() {},
  async finish() {
    const empty = {
      bytes: 0,
      lines: 0,
      head: Buffer.alloc(0),
      tail: Buffer.alloc(0),
      omittedBytes: 0,
      omittedNewlines: 0,
    };
    return { stdout: empty, stderr: empty, outputId: null, spoolNote: null };
  },
};
