import { describe, expect, it } from "vitest";
import { execJson, runCli } from "../../support/cli.js";
import { fixedTool, makeProject } from "../../support/project.js";

const hello = {
  ...fixedTool(["printf", "Hello, %s!\n", "x"]),
  name: "hello",
  command: ["printf", "Hello, %s!\n", "{name}"],
  params: { name: { type: "string", description: "Who to greet.", default: "world" } },
};

describe("run", () => {
  it("prints the tool's output and ends with its code", async () => {
    const project = makeProject({
      tools: [hello, fixedTool(["sh", "-c", "echo out; echo err >&2; exit 3"], { name: "fails" })],
    });
    const greeted = await runCli(project, ["run", "hello", "--name", "you"]);
    expect(greeted).toMatchObject({ code: 0, stdout: "Hello, you!\n" });
    expect(await runCli(project, ["run", "hello", "Ada"])).toMatchObject({ stdout: "Hello, Ada!\n" });
    expect(await runCli(project, ["run", "fails"])).toMatchObject({ code: 3, stdout: "out\n", stderr: "err\n" });
  });

  it("ends with 128 + n for a signal, 124 for a timeout, 64 for what is wrong", async () => {
    const project = makeProject({
      tools: [fixedTool(["sh", "-c", "kill -9 $$"], { name: "killed" }), fixedTool(["sleep", "30"], { name: "slow" })],
    });
    expect((await runCli(project, ["run", "killed"])).code).toBe(137);
    expect((await runCli(project, ["run", "--timeout", "0.2", "slow"])).code).toBe(124);
    const unknown = await runCli(project, ["run", "sloe", "x"]);
    expect(unknown.code).toBe(64);
    expect(unknown.stderr).toContain("slow");
  });

  it("ends the run when a signal comes, and says cancelled with 130", async () => {
    const project = makeProject({ tools: [fixedTool(["sh", "-c", "echo up; sleep 30"])] });
    const finished = await runCli(project, ["run", "t"], {
      whileRunning: (child) => child.stdout!.once("data", () => child.kill("SIGINT")),
    });
    expect(finished).toMatchObject({ code: 130, stdout: "up\n" });
  });
});

describe("tools, explain, check, doctor", () => {
  it("tools lists what can be called, as a table and as schemas", async () => {
    const project = makeProject({ tools: [hello] });
    expect((await runCli(project, ["tools"])).stdout).toMatch(/^hello +low +default +\[name\]/m);
    for (const format of ["json", "openai", "openai-strict", "openai-chat", "anthropic", "gemini", "mcp"]) {
      const { stdout } = await runCli(project, ["tools", "--format", format]);
      expect(JSON.stringify(JSON.parse(stdout))).toContain("hello");
    }
  });

  it("explain shows what would run, as text and as JSON", async () => {
    const project = makeProject({ tools: [hello] });
    expect((await runCli(project, ["explain", "hello", "Ada"])).stdout).toContain('"Hello, %s!\\n" "Ada"');
    const { stdout } = await runCli(project, ["explain", "hello", "--json"]);
    // Words after the tool are its own.
    expect(stdout).toBe("");
    const json = await runCli(project, ["explain", "--json", "hello"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ argv: ["printf", "Hello, %s!\n", "world"], cwd: project.dir });
  });

  it("check prints every fault with file, line and key, and ends with 1", async () => {
    const project = makeProject({ tools: [hello] });
    expect(await runCli(project, ["check"])).toMatchObject({ code: 0, stdout: expect.stringContaining("1 tools") });
    project.write("registry/tools.toml", project.read("registry/tools.toml").replace('risk = "low"', 'risk = "lwo"'));
    const broken = await runCli(project, ["check"]);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/registry\/tools\.toml:\d+:\d+ tools\[0\]\.risk: .*Did you mean "low"/);
    const json = await runCli(project, ["check", "--json"]);
    expect(JSON.parse(json.stdout).faults).toHaveLength(1);
  });

  it("doctor tells what is missing", async () => {
    const project = makeProject({ tools: [hello, fixedTool(["no-such-program-anywhere"], { name: "missing" })] });
    const { stdout, code } = await runCli(project, ["doctor"]);
    expect(stdout).toMatch(/warning +no-such-program-anywhere/);
    expect(code).toBe(0);
    expect(JSON.parse((await runCli(project, ["doctor", "--json"])).stdout).checks.length).toBeGreaterThan(5);
  });
});

describe("output", () => {
  it("tells of an id that is not stored", async () => {
    const project = makeProject({ tools: [hello] });
    const { code, stderr } = await runCli(project, ["output", "../../etc/passwd"]);
    expect(code).toBe(71);
    expect(stderr).toContain("is stored");
  });

  it("reads by range, pattern, tail, stream and as raw bytes", async () => {
    const project = makeProject({ tools: [fixedTool(["sh", "-c", "seq 1 9; echo warn >&2"])] });
    const { result } = await execJson(project);
    const output = async (...flags: string[]) =>
      (await runCli(project, ["output", result.output!.id!, ...flags])).stdout;
    expect(await output("--stream", "stdout", "--from", "2", "--to", "3")).toBe("2\n3\n");
    expect(await output("--stream", "stdout", "--tail", "2")).toBe("8\n9\n");
    expect(await output("--stream", "stdout", "--grep", "^5$", "--context", "1")).toBe("4-4\n5:5\n6-6\n");
    expect(await output("--stream", "stderr", "--raw")).toBe("warn\n");
    const both = await runCli(project, ["output", result.output!.id!, "--tail", "1", "--grep", "x"]);
    expect(both.code).toBe(64);
  });
});

describe("init", () => {
  it("writes files that load and run, and replaces nothing unasked", async () => {
    const project = makeProject();
    const refused = await runCli(project, ["init"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("already there") });
    expect((await runCli(project, ["init", "--force"])).code).toBe(0);
    expect(await runCli(project, ["check"])).toMatchObject({ code: 0 });
    expect(await runCli(project, ["run", "hello", "--name", "you"])).toMatchObject({
      code: 0,
      stdout: "Hello, you!\n",
    });
  });
});

describe("help and mistakes", () => {
  it.each(["exec", "run", "tools", "explain", "check", "doctor", "output", "init", "completion"])(
    "%s --help is on stdout",
    async (command) => {
      const { code, stdout } = await runCli(makeProject(), [command, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toContain(`agent-reach ${command}`);
    },
  );

  it("an unknown command says which was meant", async () => {
    const { code, stderr } = await runCli(makeProject(), ["tolls"]);
    expect(code).toBe(64);
    expect(stderr).toContain("tools");
  });
});
