import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliPath, makeProject, packageRoot } from "../support/project.js";

const has = (program: string) => spawnSync(program, ["--version"]).error === undefined;

const TOOLS = [
  {
    name: "greet",
    description: "Greets.",
    command: ["echo", "hello", "{names}"],
    cwd: "project_root",
    timeout: 10,
    risk: "low",
    params: { names: { type: "array", items: { type: "string" }, description: "Whom.", default: [] } },
  },
  {
    name: "fail",
    description: "Fails.",
    command: ["sh", "-c", "echo oh >&2; exit 4"],
    cwd: "project_root",
    timeout: 10,
    risk: "low",
  },
  { name: "deploy", description: "Deploys.", command: ["echo", "out"], cwd: "project_root", timeout: 10, risk: "high" },
];

/** Runs an example in a project of its own, as its user would. */
function run(program: string, file: string, args: readonly string[], input = "") {
  const project = makeProject({ tools: TOOLS, config: { policy: { low: "allow", high: "ask" } } });
  mkdirSync(join(project.dir, "node_modules"));
  symlinkSync(packageRoot, join(project.dir, "node_modules/agent-reach"));
  const done = spawnSync(program, [join(packageRoot, "examples", file), ...args], {
    cwd: project.dir,
    input,
    encoding: "utf8",
    env: {
      PATH: process.env.PATH,
      HOME: project.dir,
      LANG: "C.UTF-8",
      AGENT_REACH: `${process.execPath} ${cliPath}`,
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  return { code: done.status, stdout: done.stdout, stderr: done.stderr };
}

const PLAIN = [
  { program: "python3", file: "python/call_tool.py" },
  { program: "node", file: "node/call-tool.mjs" },
  { program: "ruby", file: "ruby/call_tool.rb" },
];

for (const { program, file } of PLAIN) {
  if (!has(program)) process.stdout.write(`examples/${file}: skipped, as there is no ${program} here\n`);
  describe.skipIf(!has(program))(`examples/${file}`, () => {
    it("passes arguments as they are, and prints what the tool printed", () => {
      expect(run(program, file, ["greet", "a b", "it's", "日本"])).toMatchObject({
        code: 0,
        stdout: "hello a b it's 日本\n",
      });
    });

    it("tells a failure, a refusal and what to do", () => {
      const failed = run(program, file, ["fail"]);
      expect(failed).toMatchObject({ code: 1, stdout: "" });
      expect(failed.stderr).toMatch(/oh\n[\s\S]*failed: exit code 4/);
      const unknown = run(program, file, ["gret"]);
      expect(unknown.code).toBe(1);
      expect(unknown.stderr).toContain("greet");
    });
  });
}

const shellReady = has("jq");
if (!shellReady) process.stdout.write("examples/shell/call-tool.sh: skipped, as there is no jq here\n");
describe.skipIf(!shellReady)("examples/shell/call-tool.sh", () => {
  it("acts on the exit status", () => {
    expect(run("sh", "shell/call-tool.sh", ["greet", '["you"]'])).toMatchObject({ code: 0, stdout: "hello you\n" });
    expect(run("sh", "shell/call-tool.sh", ["greet", '{"names": ["you"]}'])).toMatchObject({
      code: 0,
      stdout: "hello you\n",
    });
    const asks = run("sh", "shell/call-tool.sh", ["deploy"]);
    expect(asks.code).toBe(78);
    expect(asks.stderr).toContain('["echo","out"]');
    const fails = run("sh", "shell/call-tool.sh", ["fail"]);
    expect(fails.code).toBe(1);
    expect(fails.stderr).toContain("failed: exit code 4");
  });
});

describe.skipIf(!has("python3"))("examples/python/graph_tools.py", () => {
  it("answers all calls of a message, in order", () => {
    const message = {
      tool_calls: [
        { id: "1", name: "greet", args: { names: ["you"] } },
        { id: "2", name: "fail", args: {} },
        { id: "3", name: "gret", args: {} },
      ],
    };
    const { stdout } = run("python3", "python/graph_tools.py", [], JSON.stringify(message));
    const answers = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ tool_call_id, status }) => [tool_call_id, status])).toEqual([
      ["1", "success"],
      ["2", "error"],
      ["3", "error"],
    ]);
    expect(answers[0].content).toBe("success\nhello you");
    expect(answers[2].content).toContain("greet");
  });
});

describe("examples/node with the library", () => {
  it("runs many at once", () => {
    const { code, stdout, stderr } = run("node", "node/library.mjs", ["greet", "fail"]);
    expect(stdout).toBe("greet: success\nhello\nfail: failed\n");
    expect(stderr).toMatch(/greet: process \d+/);
    expect(code).toBe(0);
  });

  it("answers function calls in the provider's shape", () => {
    const calls = [
      { type: "function_call", call_id: "c1", name: "greet", arguments: "{'names': ['you'],}" },
      { type: "function_call", call_id: "c2", name: "gret", arguments: "{}" },
    ];
    const { stdout } = run("node", "node/function-calling.mjs", [], JSON.stringify(calls));
    const answers = JSON.parse(stdout);
    expect(answers[0]).toMatchObject({ type: "function_call_output", call_id: "c1" });
    expect(answers[0].output).toMatch(/^success[\s\S]*single quotes[\s\S]*hello you$/);
    expect(answers[1].output).toContain('Call "greet"');
  });
});
