import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { execJson, runCli } from "../support/cli.js";
import { fixedTool, makeProject } from "../support/project.js";

const run = (argv: readonly string[], more = {}) => execJson(makeProject({ tools: [fixedTool(argv, more)] }));
const python = (code: string, more = {}) => run(["python3", "-c", code], more);
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) process.stderr.write("skipped: tests of odd bytes need python3\n");

describe("floods", () => {
  it("15: the timeout fires on time beside a flood", async () => {
    const { result } = await run(["yes"], { timeout: 0.7 });
    expect(result.status).toBe("timeout");
    expect(result.duration_ms).toBeLessThan(1700);
    expect(result.truncated).toBe(true);
    expect(result.stdout.startsWith("y\ny\n")).toBe(true);
  });

  it("15: a line of 16 MiB keeps its two ends", async () => {
    const script = 'printf HEAD; head -c 16777216 /dev/zero | tr "\\0" a; printf TAIL';
    const { result } = await run(["sh", "-c", script]);
    expect(result).toMatchObject({ status: "success", truncated: true, output: { stdout: { bytes: 16777224 } } });
    expect(result.stdout.startsWith("HEAD")).toBe(true);
    expect(result.stdout.trimEnd().endsWith("TAIL")).toBe(true);
  });

  it.skipIf(!hasPython)("15: 200,000 tiny writes are all counted", async () => {
    const { result } = await python('import os\nfor _ in range(200000): os.write(1,b"x\\n")');
    expect(result.output?.stdout).toMatchObject({ bytes: 400000, lines: 200000 });
  });

  it("16: an error at the end stays, and the numbers add up", async () => {
    const { result } = await run(["sh", "-c", 'seq 1 60000; echo "E: real cause"; exit 2']);
    expect(result).toMatchObject({ status: "failed", exit_code: 2, truncated: true });
    expect(result.output?.stdout).toMatchObject({ bytes: 348908, lines: 60001 });
    expect(result.stdout.startsWith("1\n2\n")).toBe(true);
    expect(result.stdout.trimEnd().endsWith("E: real cause")).toBe(true);
    expect(result.key_lines.map(({ text }) => text)).toContain("E: real cause");
  });

  it("16: the whole output can be read back", async () => {
    const project = makeProject({ tools: [fixedTool(["sh", "-c", "seq 1 60000"])] });
    const { result } = await execJson(project);
    const id = result.output?.id as string;
    const range = await runCli(project, ["output", id, "--from", "30000", "--to", "30002"]);
    expect(range.stdout).toBe("30000\n30001\n30002\n");
    const raw = await runCli(project, ["output", id, "--raw"]);
    expect(raw.stdout).toHaveLength(348894);
  });
});

describe("decoding", () => {
  it.skipIf(!hasPython)("17: a character in three writes stays one", async () => {
    const code = String.raw`import os,time
for x in (b"\xe2",b"\x82",b"\xac"):
 os.write(1,x);os.write(2,x);time.sleep(.05)`;
    const { result } = await python(code);
    expect(result).toMatchObject({ stdout: "€", stderr: "€" });
  });

  it("17: half a character at the end is one replacement character", async () => {
    const { result } = await run(["printf", "ok\\342\\202"]);
    expect(result.stdout).toBe("ok\ufffd");
  });

  it.skipIf(!hasPython)("18: a cut never parts a surrogate pair", async () => {
    const { result } = await python('print("a"+"\\U0001F600"*40000,end="")');
    expect(result.truncated).toBe(true);
    expect(result.stdout.isWellFormed()).toBe(true);
    expect(result.stdout).not.toContain("\ufffd");
  });

  it.skipIf(!hasPython).each(["utf-16le", "auto"])("20: UTF-16 under %s", async (encoding) => {
    const code = 'import sys;sys.stdout.buffer.write("Build ok\\n".encode("utf-16"))';
    const { result } = await python(code, { encoding });
    expect(result.stdout).toBe("Build ok\n");
  });

  it.skipIf(!hasPython)("20: UTF-16 declared as UTF-8 is lossy, no crash", async () => {
    const code = 'import sys;sys.stdout.buffer.write("Build ok\\n".encode("utf-16"))';
    const { result } = await python(code, { encoding: "utf-8" });
    expect(result.status).toBe("success");
    expect(result.stdout.isWellFormed()).toBe(true);
  });

  it("21: NULs do not grow the answer", async () => {
    const { stdout, result } = await run(["head", "-c", "200000", "/dev/zero"]);
    expect(stdout.length).toBeLessThan(6 * 16384 + 4096);
    expect(result.output?.stdout.bytes).toBe(200000);
  });
});

describe("control sequences", () => {
  const OSC = "\\033]52;c;eA==\\a\\033[31mred\\033[0m it\u2019s\\n\\033]0;open\\nERROR: x\\n";

  it("22: none is left, and no text is lost to one that does not end", async () => {
    const { result } = await run(["printf", OSC]);
    expect(result.stdout).not.toMatch(/[\u001b\u0080-\u009f\u0007]/);
    expect(result.stdout).toContain("red it\u2019s");
    expect(result.stdout).toContain("ERROR: x");
  });

  it("22: a progress line is shown in its last state", async () => {
    const { result } = await run(["sh", "-c", "printf '\\r%d%%' $(seq 1 5000)"]);
    expect(result.stdout).toBe("5000%");
  });

  it("22: the human form prints none either", async () => {
    const project = makeProject({ tools: [fixedTool(["printf", OSC])] });
    const { stdout } = await runCli(project, ["run", "t"]);
    expect(stdout).not.toContain("\u001b");
    expect(stdout).toContain("red it\u2019s");
    expect(stdout).toContain("ERROR: x");
  });
});
