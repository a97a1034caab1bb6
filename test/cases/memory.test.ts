import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import type { Result } from "../../src/contract/index.js";
import { cliPath, fixedTool, makeProject } from "../support/project.js";

/** 4096 shows what the broker does with 4 GiB; bench/ measures that. */
const MIB = Number(process.env.AGENT_REACH_TEST_FLOOD_MIB ?? 512);

/**
 * Runs a tool in a broker that has answered before, also with an output that had to be cut (which loads the tokenizer),
 * and tells by how much its memory grew at most, in MiB.
 */
async function growth(argv: readonly string[], more = {}): Promise<{ result: Result; grew: number }> {
  const tools = [fixedTool(["seq", "1", "60000"], { name: "warm" }), fixedTool(argv, { timeout: 300, ...more })];
  const project = makeProject({ tools, config: { output: { keep: "32 MiB", spool: "8 MiB" } } });
  const child = spawn(process.execPath, [cliPath, "exec", "--ndjson"], {
    cwd: project.dir,
    env: { PATH: process.env.PATH!, HOME: project.dir },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (tool: string): Promise<Result> => {
    child.stdin.write(`{"tool":"${tool}"}\n`);
    return JSON.parse((await answers.next()).value);
  };
  for (let i = 0; i < 20; i++) await ask("warm");
  const before = memory(child.pid!, "VmRSS");
  const result = await ask("t");
  const grew = memory(child.pid!, "VmHWM") - before;
  child.stdin.end();
  return { result, grew };
}

const memory = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;

describe.skipIf(process.platform !== "linux")("memory under floods", () => {
  const bytes = MIB * 1024 * 1024;

  it("a long output: right count, both ends, less than 64 MiB", async () => {
    const script = `echo FIRST; yes | head -c ${bytes}; echo LAST`;
    const { result, grew } = await growth(["sh", "-c", script]);
    expect(result.output?.stdout.bytes).toBe(bytes + 11);
    expect(result.stdout.startsWith("FIRST\n")).toBe(true);
    expect(result.stdout.trimEnd().endsWith("LAST")).toBe(true);
    expect(grew).toBeLessThan(64);
  }, 300_000);

  it("one long line: the same", async () => {
    const script = `printf FIRST; head -c ${bytes / 4} /dev/zero | tr '\\0' a; printf LAST`;
    const { result, grew } = await growth(["sh", "-c", script]);
    expect(result.output?.stdout.bytes).toBe(bytes / 4 + 9);
    expect(result.stdout.startsWith("FIRST")).toBe(true);
    expect(result.stdout.trimEnd().endsWith("LAST")).toBe(true);
    expect(grew).toBeLessThan(64);
  }, 300_000);

  it("yes until its timeout", async () => {
    const { result, grew } = await growth(["yes"], { timeout: 2 });
    expect(result.status).toBe("timeout");
    expect(grew).toBeLessThan(64);
  }, 60_000);
});
