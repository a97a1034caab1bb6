import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createLog } from "../../src/observe/index.js";
import { compileProgram, temporaryFolder } from "../capture/support.js";
import { sampleCall, sampleResult } from "./samples.js";

const base = temporaryFolder();
let files = 0;
const newFile = () => join(base, `${++files}`, "log.jsonl");
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

async function logged(level: "debug" | "info" | "warn", write: (log: ReturnType<typeof createLog>) => void) {
  const file = newFile();
  const log = createLog({ level, file });
  write(log);
  await log.close();
  const text = readFileSync(file, "utf8");
  return { file, lines: text === "" ? [] : linesOf(text) };
}

describe("the log", () => {
  it("has one line for each call", async () => {
    const { file, lines } = await logged("info", (log) => log.call(sampleCall(), sampleResult()));
    expect(lines).toEqual([
      {
        level: "info",
        pid: process.pid,
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        msg: "call",
        id: "c1",
        tool: "deploy",
        caller: "planner",
        argv: ["deploy", "--to", "staging"],
        status: "failed",
        exit_code: 2,
        signal: null,
        queued_ms: 1,
        duration_ms: 12,
        stdout_bytes: 4,
        stderr_bytes: 12,
        output_id: "o_1",
        leftovers_killed: null,
        survivors: null,
        error: null,
        key_line: "E: no route",
      },
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("has the events at debug, without what was printed", async () => {
    const { lines } = await logged("debug", (log) => {
      log.event("c1", null, { type: "queued", at_ms: 0 });
      log.event("c1", null, { type: "started", at_ms: 1, pid: 77 });
      log.event("c1", null, { type: "output", at_ms: 2, stream: "stdout", text: "pass\u2028word" });
      log.event("c1", null, { type: "stopping", at_ms: 3, reason: "cancelled" });
      log.event("c1", null, { type: "settled", at_ms: 4, result: sampleResult() });
    });
    expect(lines.map(({ level, time, pid, msg, ...rest }) => rest)).toEqual([
      { id: "c1", type: "queued", at_ms: 0 },
      { id: "c1", type: "started", at_ms: 1, child: 77 },
      { id: "c1", type: "output", at_ms: 2, stream: "stdout", characters: 9 },
      { id: "c1", type: "stopping", at_ms: 3, reason: "cancelled" },
      { id: "c1", type: "settled", at_ms: 4, status: "failed" },
    ]);
  });

  it("leaves out what is below its level", async () => {
    const { lines } = await logged("warn", (log) => {
      log.call(sampleCall(), sampleResult());
      log.event("c1", null, { type: "queued", at_ms: 0 });
      log.line("warn", "kept");
    });
    expect(lines.map(({ msg }) => msg)).toEqual(["kept"]);
    createLog({ level: "silent", file: null }).call(sampleCall(), sampleResult());
  });

  it("keeps the order of lines written before, while and after its library is loaded", async () => {
    const file = newFile();
    const log = createLog({ level: "info", file });
    for (let number = 0; number < 100; number++) {
      log.line("info", "numbered", { number });
      if (number % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await log.close();
    expect(linesOf(readFileSync(file, "utf8")).map(({ number }) => number)).toEqual([...Array(100).keys()]);
  });

  it("says at once when its file cannot be opened", () => {
    expect(() => createLog({ level: "info", file: base })).toThrow(
      expect.objectContaining({ code: "AR_CONFIG_INVALID", message: expect.stringContaining("log.file") }),
    );
  });

  it("does not disturb anybody when the disk is full", async () => {
    const log = createLog({ level: "info", file: "/dev/full" });
    log.line("error", "lost");
    await log.close();
  });
});

describe("the log of a process", () => {
  let program: string;
  beforeAll(() => {
    program = compileProgram(base, import.meta.url, "log-lines.ts");
  });

  interface Streams {
    readonly stdout: string;
    readonly stderr: string;
  }

  function start(...args: string[]): { child: ChildProcess; ended: Promise<[number | null, string | null]> } {
    const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    return { child, ended: once(child, "exit") as Promise<[number | null, string | null]> };
  }

  async function read(child: ChildProcess): Promise<Streams> {
    const text = { stdout: "", stderr: "" };
    child.stdout!.on("data", (chunk) => (text.stdout += chunk));
    child.stderr!.on("data", (chunk) => (text.stderr += chunk));
    await once(child, "close");
    return text;
  }

  it("goes to stderr, never to stdout, to its last line", async () => {
    const { child } = start("info", "20", "-", "close");
    const { stdout, stderr } = await read(child);
    expect(stdout).toBe("closed\n");
    const lines = linesOf(stderr);
    expect(lines.map(({ msg }) => msg)).toEqual([...Array(20).fill("numbered"), "last"]);
    expect(lines[0]).toMatchObject({ level: "info", pid: child.pid, number: 0 });
  });

  it("is complete when the process exits before its library was loaded", async () => {
    for (const file of ["-", newFile()]) {
      const { child } = start("info", "20", file, "exit");
      const { stderr } = await read(child);
      const lines = linesOf(file === "-" ? stderr : readFileSync(file, "utf8"));
      expect(lines.map(({ msg }) => msg)).toEqual([...Array(20).fill("numbered"), "last"]);
      expect(lines.at(-1)).toMatchObject({ level: "fatal", pid: child.pid });
    }
  });

  it("is complete when the process is killed", async () => {
    const file = newFile();
    const { child, ended } = start("info", "20", file, "kill");
    child.stdout!.resume();
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(linesOf(readFileSync(file, "utf8")).at(-1)).toMatchObject({ msg: "last" });
  });

  it("holds up nobody when stderr is not read", async () => {
    const { child, ended } = start("info", "10000", "-", "close");
    child.stdout!.resume();
    child.stderr!.pause();
    expect(await ended).toEqual([0, null]);
  });

  it("says how many lines a slow reader has missed", async () => {
    const { child } = start("info", "5000", "-", "drain");
    const { stderr } = await read(child);
    const lines = linesOf(stderr);
    const numbered = lines.filter(({ msg }) => msg === "numbered").length;
    expect(numbered).toBeLessThan(5000);
    expect(lines.at(-2)).toEqual({ level: "warn", msg: "log lines were dropped", dropped: 5000 - numbered });
    expect(lines.at(-1)).toMatchObject({ msg: "last" });
  });

  it("neither crashes nor spins when the reader of stderr is gone", async () => {
    const { child, ended } = start("info", "2000", "-", "close");
    child.stderr!.destroy();
    const { stdout } = await read(child);
    expect(stdout).toBe("closed\n");
    expect(await ended).toEqual([0, null]);
  });
});
