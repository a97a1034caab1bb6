import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AuditSync } from "../../src/contract/index.js";
import { createAudit } from "../../src/observe/index.js";
import { compileProgram, temporaryFolder } from "../capture/support.js";

const base = temporaryFolder();
let files = 0;
const newFile = () => join(base, `${++files}`, "audit.jsonl");
const recordsIn = (file: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe("the audit file", () => {
  it.each(["always", "interval", "never"] as const)("holds every line when write resolves (sync %s)", async (sync) => {
    const file = newFile();
    const audit = createAudit({ file, sync });
    for (let number = 0; number < 20; number++) {
      await audit.write({ number });
      expect(recordsIn(file)).toHaveLength(number + 1);
    }
    await Promise.all(Array.from({ length: 200 }, (_, number) => audit.write({ number: 20 + number })));
    expect(recordsIn(file).map(({ number }) => number)).toEqual(Array.from({ length: 220 }, (_, number) => number));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await audit.close();
    await audit.close();
    await expect(audit.write({})).rejects.toMatchObject({ code: "AR_INTERNAL" });
  });

  it.skipIf(process.platform !== "linux").each([
    ["/proc/nowhere/audit.jsonl", "no folder can be made for it"],
    ["/proc/self/nowhere/deep/audit.jsonl", "no folder can be made for it"],
    ["/etc/passwd/audit.jsonl", "something above it is no folder"],
    ["/etc/passwd/deep/audit.jsonl", "something above it is no folder"],
    ["/tmp", "it is a folder"],
  ])("%s is refused at once, with the key", (file, why) => {
    expect(() => createAudit({ file, sync: "never" })).toThrow(
      `The file ${file} of audit.file cannot be written: ${why}.`,
    );
  });

  it("is none when no file is named", async () => {
    const audit = createAudit({ file: null, sync: "always" });
    await audit.write({ event: "end" });
    await audit.close();
  });

  it("goes on after what a crash cut off", async () => {
    const file = newFile();
    mkdirSync(join(file, ".."));
    writeFileSync(file, '{"whole":1}\n{"torn":');
    const audit = createAudit({ file, sync: "never" });
    await audit.write({ after: 1 });
    await audit.write({ after: 2 });
    await audit.close();
    expect(readFileSync(file, "utf8")).toBe('{"whole":1}\n{"torn":\n{"after":1}\n{"after":2}\n');
  });

  it("follows the path when the file is rotated away, and keeps to it when it is cut in place", async () => {
    const file = newFile();
    const audit = createAudit({ file, sync: "always" });
    await audit.write({ number: 1 });
    renameSync(file, `${file}.1`);
    await expect
      .poll(
        async () => {
          await audit.write({ number: 2 });
          return existsSync(file);
        },
        { timeout: 5000 },
      )
      .toBe(true);
    expect(recordsIn(`${file}.1`)[0]).toEqual({ number: 1 });
    expect(recordsIn(file)).toEqual([{ number: 2 }]);
    writeFileSync(file, "");
    await audit.write({ number: 3 });
    expect(recordsIn(file)).toEqual([{ number: 3 }]);
    await audit.close();
  });

  it("rejects when the disk is full, saying which file", async () => {
    const audit = createAudit({ file: "/dev/full", sync: "always" });
    await expect(audit.write({ event: "end" })).rejects.toMatchObject({
      code: "AR_DISK_FULL",
      fault: { message: expect.stringContaining("/dev/full"), hint: expect.stringContaining("[audit] file") },
    });
    await audit.close();
  });

  it("rejects, and begins on a new line, when the disk takes a part of a line only", async () => {
    const { stdout, file } = limitedTo4096Bytes();
    const fit = stdout.trim().split("\n").length - 1;
    expect(stdout).toMatch(/AR_DISK_FULL\n$/);
    const text = readFileSync(file, "utf8");
    expect(text.length).toBe(4096);
    const audit = createAudit({ file, sync: "never" });
    await audit.write({ after: true });
    await audit.close();
    const lines = readFileSync(file, "utf8").trimEnd().split("\n");
    expect(lines.length).toBe(fit + 2);
    expect(JSON.parse(lines.at(-1)!)).toEqual({ after: true });
  });

  it("may be a device that cannot be synced", async () => {
    const audit = createAudit({ file: "/dev/null", sync: "always" });
    await audit.write({ event: "end" });
    await audit.close();
  });

  it.each<[string, () => string]>([
    ["a folder", () => base],
    ["in a place that is no folder", () => join(newPlainFile(), "audit.jsonl")],
    ["a pipe that nobody reads", newPipe],
  ])("is refused at once when it is %s", (_, path) => {
    const file = path();
    expect(() => createAudit({ file, sync: "always" })).toThrow(
      expect.objectContaining({ code: "AR_CONFIG_INVALID", message: expect.stringContaining(`${file} of audit.file`) }),
    );
  });
});

describe("the audit file and other processes", () => {
  let program: string;
  beforeAll(() => {
    program = compileProgram(base, import.meta.url, "audit-lines.ts");
  });

  const start = (file: string, sync: AuditSync, count: string) =>
    spawn(process.execPath, [program, file, sync, count], { stdio: ["ignore", "pipe", "inherit"] });

  it("gets whole lines from all of them", async () => {
    const file = newFile();
    const children = [1, 2, 3].map(() => start(file, "interval", "800"));
    for (const child of children) child.stdout.resume();
    await Promise.all(children.map((child) => once(child, "exit")));
    const records = recordsIn(file);
    expect(records.length).toBe(2400);
    for (const { pid } of children) {
      const own = records.filter((record) => record.pid === pid).map(({ number }) => number);
      expect(own).toEqual(Array.from({ length: 800 }, (_, number) => number));
    }
  });

  it.each([
    ["SIGKILL", "never"],
    ["SIGKILL", "always"],
    ["SIGTERM", "interval"],
  ] as const)("loses no answered line when %s ends the writer (sync %s)", async (signal, sync) => {
    const file = newFile();
    const child = start(file, sync, "Infinity");
    onTestFinished(() => void child.kill("SIGKILL"));
    let answered = -1;
    const exited = once(child, "close");
    createInterface({ input: child.stdout }).on("line", (line) => {
      answered = Number(line);
      if (answered === 100) child.kill(signal);
    });
    await exited;
    const numbers = recordsIn(file).map(({ number }) => number);
    expect(answered).toBeGreaterThanOrEqual(100);
    expect(numbers.slice(0, answered + 1)).toEqual(Array.from({ length: answered + 1 }, (_, number) => number));
  });
});

function limitedTo4096Bytes(): { stdout: string; file: string } {
  const file = newFile();
  const program = compileProgram(base, import.meta.url, "audit-until-full.ts");
  const script = `trap "" XFSZ; ulimit -f 8; exec "$0" "$@"`;
  return { stdout: execFileSync("sh", ["-c", script, process.execPath, program, file], { encoding: "utf8" }), file };
}

function newPlainFile(): string {
  const file = join(base, `plain-${++files}`);
  writeFileSync(file, "");
  return file;
}

function newPipe(): string {
  const pipe = join(base, `pipe-${++files}`);
  execFileSync("mkfifo", [pipe]);
  onTestFinished(() => rmSync(pipe));
  return pipe;
}
