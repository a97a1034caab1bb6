import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { execJson } from "../support/cli.js";
import { cliPath, fixedTool, makeProject } from "../support/project.js";

const run = (argv: readonly string[], more = {}, options = {}) =>
  execJson(makeProject({ tools: [fixedTool(argv, more)] }), { tool: "t" }, options);

describe("stdin and terminal", () => {
  it("23: stdin is empty at once, and the request never reaches the child", async () => {
    const { result } = await run(["sh", "-c", "cat | wc -c"]);
    expect(result.stdout.trim()).toBe("0");
  });

  it.skipIf(spawnSync("script", ["--version"]).status !== 0)("24: the child has no terminal of the operator's", () => {
    const script = "(exec 3</dev/tty) 2>/dev/null && echo HAS_TTY || echo NO_TTY";
    const project = makeProject({ tools: [fixedTool(["sh", "-c", script])] });
    const command = `echo '{"tool":"t"}' | '${process.execPath}' '${cliPath}' exec --json`;
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { cwd: project.dir, encoding: "utf8" });
    expect(stdout).toContain("NO_TTY");
  });

  it("25: git can ask nobody for a password or a message", async () => {
    const asking = await run(["sh", "-c", 'printf "protocol=https\\nhost=x.invalid\\n\\n" | git credential fill']);
    expect(asking.result.status).toBe("failed");
    expect(asking.result.duration_ms).toBeLessThan(1500);
    const script =
      "git init -q . && git -c user.name=a -c user.email=a@b.c -c core.editor='sleep 60 #' commit --allow-empty";
    const editing = await run(["sh", "-c", script]);
    expect(editing.result.status).toBe("failed");
    expect(editing.result.duration_ms).toBeLessThan(1500);
  });
});

describe("environment", () => {
  it("26: nothing of the broker's environment reaches the child unasked", async () => {
    const env = {
      BASH_ENV: "/x",
      http_proxy: "http://x",
      GIT_SSH_COMMAND: "x",
      PYTHONPATH: "/x",
      SECRET_TOKEN: "s3cret",
    };
    const { result } = await run(["env", "-0"], {}, { env });
    for (const name of Object.keys(env))
      expect(result.stdout).not.toContain(`${name}=${env[name as keyof typeof env]}`);
  });

  it("26: a request can't set variables", async () => {
    const project = makeProject({ tools: [fixedTool(["true"])] });
    const { result } = await execJson(project, { tool: "t", env: { "LD_PRELOAD=/x": "1" } });
    expect(result).toMatchObject({ status: "invalid", error: { path: "$.env" } });
  });

  it.skipIf(process.platform !== "linux")("27: a descriptor that the broker inherited is not open in the child", () => {
    const project = makeProject({ tools: [fixedTool(["ls", "-l", "/proc/self/fd"])] });
    const script = `exec 9>lock; echo '{"tool":"t"}' | '${process.execPath}' '${cliPath}' exec --json`;
    const { stdout } = spawnSync("sh", ["-c", script], { cwd: project.dir, encoding: "utf8" });
    expect(JSON.parse(stdout).stdout).toContain("0 ->");
    expect(JSON.parse(stdout).stdout).not.toContain("9 ->");
  });

  it("29: values arrive byte for byte, and HOME is there", async () => {
    const { result } = await run(["printenv", "FOO"], { set_env: { FOO: "l1\nBAR=x\n" } });
    expect(result.stdout).toBe("l1\nBAR=x\n\n");
    const git = await run(["git", "config", "--global", "--list"]);
    expect(git.result.stderr).not.toContain("HOME not set");
  });
});

describe("working directory", () => {
  it("30: a missing cwd and a file as cwd are named, not the program", async () => {
    const missing = await run(["true"], { cwd: "/nope" });
    expect(missing.result).toMatchObject({ status: "error", error: { code: "AR_CWD_MISSING" } });
    expect(missing.result.error?.message).toContain("/nope");
    const file = await run(["true"], { cwd: "/etc/passwd" });
    expect(file.result).toMatchObject({ status: "error", error: { code: "AR_CWD_NOT_FOLDER" } });
    expect(file.result.error?.message).toContain("/etc/passwd");
  });

  it("30: a broker whose own cwd was removed still runs", () => {
    const project = makeProject({ tools: [fixedTool(["pwd"], { cwd: tmpdir() })] });
    const gone = mkdtempSync(join(tmpdir(), "agent-reach-gone-"));
    const script = `cd '${gone}' && rmdir '${gone}' && echo '{"tool":"t"}' | '${process.execPath}' '${cliPath}' exec --json --config '${project.dir}/agent-reach.toml'`;
    const { stdout } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect(JSON.parse(stdout)).toMatchObject({ status: "success" });
    expect(() => rmdirSync(gone)).toThrow();
  });

  it("31: roots are held after symlinks, by path segments", async () => {
    const project = makeProject({
      tools: [fixedTool(["pwd"], { cwd: "caller" })],
      config: { allowed_roots: ["r"] },
    });
    for (const folder of ["r/sub", "r-evil"]) mkdirSync(join(project.dir, folder), { recursive: true });
    symlinkSync("/etc", join(project.dir, "r/link"));
    for (const cwd of ["r-evil", "r/../../etc", "r/link", "r/.."]) {
      const { result } = await execJson(project, { tool: "t", cwd: join(project.dir, cwd) });
      expect(result, cwd).toMatchObject({ status: "invalid", error: { code: "AR_CWD_OUTSIDE_ROOT" } });
    }
    const inside = await execJson(project, { tool: "t", cwd: join(project.dir, "r/sub") });
    expect(inside.result.stdout.trim()).toBe(join(project.dir, "r/sub"));
  });
});

describe("argv", () => {
  const echo = {
    name: "t",
    description: "Prints its arguments.",
    command: ["printf", "[%s]", "{values}"],
    cwd: "project_root",
    timeout: 10,
    risk: "low",
    params: { values: { type: "array", items: { type: "string" }, description: "What to print." } },
  };

  it("32: every argument arrives as it was given", async () => {
    const project = makeProject({ tools: [echo] });
    const { result } = await execJson(project, { tool: "t", args: { values: ["", "a b", "*", "$HOME", "日本"] } });
    expect(result.stdout).toBe("[][a b][*][$HOME][日本]");
  });

  it("32: too long, NUL and lone surrogates are told apart", async () => {
    const project = makeProject({ tools: [echo] });
    const long = await execJson(project, { tool: "t", args: { values: ["x".repeat(131072)] } });
    expect(long.result).toMatchObject({ status: "error", error: { code: "AR_ARGUMENTS_TOO_LONG" } });
    for (const value of ["a\\u0000b", "\\ud83d"]) {
      const { result } = await execJson(project, `{"tool":"t","args":{"values":["${value}"]}}`);
      expect(result.status).toBe("invalid");
    }
  });

  it("33: scripts without a usable interpreter are named as such", async () => {
    const project = makeProject({
      tools: ["plain", "nope", "crlf", "closed"].map((file) => fixedTool([`FILE${file}`], { name: file })),
    });
    const dir = project.dir;
    project.write("plain", "echo hi\n", 0o755);
    project.write("nope", "#!/nope\necho hi\n", 0o755);
    project.write("crlf", "#!/bin/sh\r\necho hi\r\n", 0o755);
    project.write("closed", "#!/bin/sh\necho hi\n", 0o644);
    project.write("registry/tools.toml", project.read("registry/tools.toml").replaceAll("FILE", `${dir}/`));
    const codeOf = async (tool: string) => (await execJson(project, { tool })).result.error;
    expect(await codeOf("plain")).toMatchObject({ code: "AR_BAD_INTERPRETER" });
    expect(await codeOf("nope")).toMatchObject({
      code: "AR_BAD_INTERPRETER",
      message: expect.stringContaining("/nope"),
    });
    expect(await codeOf("crlf")).toMatchObject({ code: "AR_BAD_INTERPRETER" });
    expect(await codeOf("closed")).toMatchObject({ code: "AR_NOT_EXECUTABLE" });
  });

  it("34: a value can't become an option", async () => {
    const value = (command: string[], param: object) => ({
      ...echo,
      command,
      params: { value: { description: "A value.", ...param } },
    });
    const string = { type: "string" };
    const cases: [string[], string][] = [
      [["git", "log", "{value}"], "--output=pwn"],
      [["tar", "-cf", "/dev/null", "{value}"], "--checkpoint-action=exec=touch pwn"],
      [["find", "{value}"], "-exec"],
    ];
    for (const [command, attack] of cases) {
      const project = makeProject({ tools: [value(command, string)] });
      const { result } = await execJson(project, { tool: "t", args: { value: attack } });
      expect(result).toMatchObject({ status: "invalid", error: { code: "AR_LEADING_DASH" } });
      expect(() => project.read("pwn")).toThrow();
    }
    const optedIn = makeProject({ tools: [value(["echo", "{value}"], { ...string, allow_leading_dash: true })] });
    expect((await execJson(optedIn, { tool: "t", args: { value: "-5" } })).result.stdout).toBe("-5\n");
  });
});

describe("timers", () => {
  it("39: a wall clock that steps back an hour changes no duration", async () => {
    const project = makeProject({ tools: [fixedTool(["sleep", "0.3"])] });
    const preload = project.write(
      "skew.cjs",
      "const now = Date.now; let n = 0; Date.now = () => now() - 3.6e6 * n++;\n",
    );
    const { result } = await execJson(project, { tool: "t" }, { env: { NODE_OPTIONS: `--require ${preload}` } });
    expect(result.status).toBe("success");
    expect(result.duration_ms).toBeGreaterThanOrEqual(250);
    expect(result.duration_ms).toBeLessThan(1500);
  });
});
