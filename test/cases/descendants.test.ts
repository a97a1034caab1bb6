import { describe, expect, it } from "vitest";
import { execJson } from "../support/cli.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { fixedTool, makeProject } from "../support/project.js";

/** Timeout 0.8 s, grace 0.4 s: the answer is due within 1.7 s of the start of the run. */
const SHORT = { timeout: 0.8, grace: 0.4 };
const BOUND_MS = 800 + 400 + 500;

const sh = (script: string, more = {}) => makeProject({ tools: [fixedTool(["sh", "-c", script], more)] });

describe("pipes and descendants", () => {
  it("1: does not wait for a background grandchild that holds stdout", async () => {
    const sleep = uniqueSleep();
    const { result } = await execJson(sh(`sleep ${sleep} & echo done`, { timeout: 5 }));
    expect(result).toMatchObject({ status: "success", exit_code: 0, stdout: "done\n" });
    expect(result.duration_ms).toBeLessThan(1500);
    expect(result.cleanup?.leftovers_killed).toBe(1);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("3: keeps bytes that come right after the exit", async () => {
    const project = makeProject({ tools: [fixedTool(["bash", "-c", "exec > >(sleep 0.1; cat); echo hi"])] });
    const { result } = await execJson(project);
    expect(result).toMatchObject({ status: "success", stdout: "hi\n" });
  });

  it("6: repeats the sweep for processes born while it kills", async () => {
    const sleep = uniqueSleep();
    const script = `trap "setsid sleep ${sleep} >/dev/null 2>&1 &" TERM; while :; do sleep 0.1; done`;
    const { result } = await execJson(sh(script, SHORT));
    expect(result.status).toBe("timeout");
    expect(result.duration_ms).toBeLessThan(BOUND_MS);
    expect(result.cleanup?.survivors).toEqual([]);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("38: an exit before the deadline wins over the timer, however long a pipe stays open", async () => {
    const sleep = uniqueSleep();
    const { result } = await execJson(sh(`echo ok; sleep ${sleep} & exit 0`, { timeout: 0.2 }));
    expect(result).toMatchObject({ status: "success", stdout: "ok\n", exit_code: 0 });
    expect(processesWith(sleep)).toEqual([]);
  });

  it("38: a program that is missing is an error, and nothing of ours is signalled", async () => {
    const { result, code } = await execJson(makeProject({ tools: [fixedTool(["/no/such"], { timeout: 0.05 })] }));
    expect(result).toMatchObject({ status: "error", error: { code: "AR_PROGRAM_NOT_FOUND" } });
    expect(code).toBe(71);
  });
});

describe("signals", () => {
  it("7: kills what ignores TERM, after its grace, and keeps what it printed", async () => {
    const { result } = await execJson(sh('trap "" TERM; echo up; while :; do sleep 0.2; done', SHORT));
    expect(result).toMatchObject({ status: "timeout", signal: "SIGKILL", exit_code: null, stdout: "up\n" });
    expect(result.error?.details.kind).toBe("run");
    expect(result.duration_ms).toBeGreaterThan(1150);
    expect(result.duration_ms).toBeLessThan(BOUND_MS);
    expect(result.cleanup?.signals.map(({ signal }) => signal)).toEqual(expect.arrayContaining(["SIGTERM", "SIGKILL"]));
  });

  it("9: a stopped process is continued, so that TERM reaches its handler", async () => {
    const sleep = uniqueSleep();
    const { result } = await execJson(sh(`trap "echo cleaned; exit 0" TERM; kill -STOP $$; sleep ${sleep}`, SHORT));
    expect(result.status).toBe("timeout");
    expect(result.stdout).toContain("cleaned");
    expect(result.duration_ms).toBeLessThan(BOUND_MS);
    expect(processesWith(sleep)).toEqual([]);
  });

  it("11: tells a signal from an exit code", async () => {
    const killed = await execJson(sh("kill -9 $$"));
    expect(killed.result).toMatchObject({ status: "failed", exit_code: null, signal: "SIGKILL", error: null });
    const exited = await execJson(sh("exit 137"));
    expect(exited.result).toMatchObject({ status: "failed", exit_code: 137, signal: null });
    expect(exited.code).toBe(1);
  });
});
