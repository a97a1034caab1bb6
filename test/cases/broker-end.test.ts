import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/contract/index.js";
import { execJson, runCli } from "../support/cli.js";
import { processesWith, uniqueSleep } from "../support/processes.js";
import { cliPath, fixedTool, makeProject, type Project } from "../support/project.js";

const AUDIT = { audit: { file: "audit.jsonl", sync: "always" } };

/** Waits for a file that the job makes, then runs `then`. */
function whenFileAppears(project: Project, file: string, then: () => void): void {
  const poll = setInterval(() => {
    if (!existsSync(`${project.dir}/${file}`)) return;
    clearInterval(poll);
    then();
  }, 20);
}

const auditLines = (project: Project) =>
  project
    .read("audit.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("the end of the broker", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("12: %s stops the tree, answers and records", async (signal) => {
    const sleep = uniqueSleep();
    const script = `trap '' TERM; echo up; touch started; sleep ${sleep}; sleep ${sleep}`;
    const project = makeProject({ tools: [fixedTool(["sh", "-c", script], { grace: 0.4 })], config: AUDIT });
    let signalled = 0;
    const { result, code } = await execJson(
      project,
      { tool: "t", id: "c1" },
      {
        whileRunning: (child) =>
          whenFileAppears(project, "started", () => {
            signalled = performance.now();
            child.kill(signal);
            // A second one must not leave the stop half done.
            child.kill(signal);
          }),
      },
    );
    expect(performance.now() - signalled).toBeLessThan(400 + 1000);
    expect(result).toMatchObject({ id: "c1", status: "cancelled", stdout: "up\n" });
    expect(code).toBe(130);
    expect(processesWith(sleep)).toEqual([]);
    expect(auditLines(project).at(-1)).toMatchObject({ id: "c1", status: "cancelled" });
  });

  it("14: a reader that left ends the broker without a spin or a job", async () => {
    const project = makeProject({ tools: [fixedTool(["sh", "-c", "sleep 0.3; seq 1 20000"])], config: AUDIT });
    const child = spawn(process.execPath, [cliPath, "exec", "--json"], {
      cwd: project.dir,
      env: { PATH: process.env.PATH!, HOME: project.dir },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdout.destroy();
    child.stderr.destroy();
    child.stdin.end('{"tool":"t"}');
    const started = performance.now();
    await new Promise((resolve) => child.on("exit", resolve));
    expect(performance.now() - started).toBeLessThan(2500);
    expect(auditLines(project).at(-1)).toMatchObject({ status: "success" });
  });

  it("35: leaves at once after the answer, whatever timers there were", async () => {
    const project = makeProject({ tools: [fixedTool(["true"], { timeout: 600 })] });
    const { result, ms } = await execJson(project);
    expect(result.status).toBe("success");
    expect(ms).toBeLessThan(1500);
  });

  it("48: stdout is JSON alone, at any log level, and the log has the last line", async () => {
    const project = makeProject({ tools: [fixedTool(["true"])], config: AUDIT });
    const options = {
      input: '{"tool":"t","id":"a"}\n{"tool":"t","id":"b"}\n',
      env: { NODE_OPTIONS: "--trace-warnings" },
    };
    const { stdout, stderr } = await runCli(project, ["exec", "--ndjson", "--log-level", "debug"], options);
    const results: Result[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(results.map(({ id }) => id).sort()).toEqual(["a", "b"]);
    expect(stderr).toMatch(/"status":"success"/);
    expect(auditLines(project).filter(({ status }) => status === "success")).toHaveLength(2);
  });
});
