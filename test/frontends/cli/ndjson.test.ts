import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import type { Result } from "../../../src/contract/index.js";
import { runCli } from "../../support/cli.js";
import { cliPath, fixedTool, makeProject } from "../../support/project.js";

const config = { limits: { concurrency: 8, queue: 64 }, rate: {} };

describe.skipIf(process.platform !== "linux")("10,000 requests", () => {
  it("are all answered once, in memory that does not grow with their number", async () => {
    const project = makeProject({ tools: [fixedTool(["/bin/true"])], config });
    const child = spawn(process.execPath, [cliPath, "exec", "--ndjson"], {
      cwd: project.dir,
      env: { PATH: process.env.PATH!, HOME: project.dir },
      stdio: ["pipe", "pipe", "inherit"],
    });
    const feed = async () => {
      for (let i = 0; i < 10_000; i++) {
        if (!child.stdin.write(`{"tool":"t","id":"${i}"}\n`)) await once(child.stdin, "drain");
      }
    };
    const feeding = feed();
    const ids = new Set<string>();
    const memory: number[] = [];
    let descriptors = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      const result: Result = JSON.parse(line);
      expect(result.status).toBe("success");
      ids.add(result.id);
      if (ids.size % 1000 === 0) memory.push(residentMiB(child.pid!));
      if (ids.size === 10_000) {
        descriptors = readdirSync(`/proc/${child.pid}/fd`).length;
        child.stdin.end();
      }
    }
    await feeding;
    expect(ids.size).toBe(10_000);
    // After the first thousand, what grows would grow ninefold.
    expect(memory.at(-1)! - memory[1]!).toBeLessThan(40);
    expect(descriptors).toBeLessThan(40);
  }, 300_000);
});

function residentMiB(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}

describe("exec --ndjson", () => {
  it("answers each line, also those that are no request", async () => {
    const project = makeProject({ tools: [fixedTool(["echo", "hi"])], config });
    const input = '{"tool":"t","id":"a"}\nnot json\n\n{"tool":"t","id":"b","dry_run":true}\n{"tool":"t","id":"c"}';
    const { stdout, code } = await runCli(project, ["exec", "--ndjson"], { input });
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers).toHaveLength(4);
    const byId = new Map(answers.map((answer) => [answer.id, answer]));
    expect(byId.get("a")).toMatchObject({ status: "success", stdout: "hi\n" });
    expect(byId.get("b")).toMatchObject({ dry_run: true, argv: ["echo", "hi"] });
    expect(byId.get("c")).toMatchObject({ status: "success" });
    expect(answers.filter(({ status }) => status === "invalid")).toHaveLength(1);
    expect(code).toBe(0);
  });

  it("refuses a line that is too long and goes on with the next", async () => {
    const project = makeProject({ tools: [fixedTool(["echo", "hi"])], config });
    const input = `{"tool":"t","id":"${"x".repeat(9 * 1024 * 1024)}"}\n{"tool":"t","id":"b"}\n`;
    const { stdout } = await runCli(project, ["exec", "--ndjson"], { input });
    const answers: Result[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ error, status }) => error?.code ?? status).sort()).toEqual([
      "AR_REQUEST_TOO_LARGE",
      "success",
    ]);
  });

  it("runs lines concurrently and answers in order of completion", async () => {
    const tools = [fixedTool(["sleep", "0.6"], { name: "slow" }), fixedTool(["true"], { name: "quick" })];
    const project = makeProject({ tools, config });
    const input = '{"tool":"slow","id":"slow"}\n{"tool":"quick","id":"quick"}\n';
    const { stdout } = await runCli(project, ["exec", "--ndjson"], { input });
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).id),
    ).toEqual(["quick", "slow"]);
  });

  it("stops all that runs when a signal comes, and answers for it", async () => {
    const project = makeProject({ tools: [fixedTool(["sleep", "30"])], config });
    const child = spawn(process.execPath, [cliPath, "exec", "--ndjson", "--log-level", "debug"], {
      cwd: project.dir,
      env: { PATH: process.env.PATH!, HOME: project.dir },
      stdio: ["pipe", "pipe", "pipe"],
    });
    child.stdin.write('{"tool":"t","id":"a"}\n{"tool":"t","id":"b"}\n');
    let started = 0;
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.includes('"started"')) started += 1;
      if (started === 2) break;
    }
    child.kill("SIGTERM");
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) lines.push(line);
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(["cancelled", "cancelled"]);
  });
});
