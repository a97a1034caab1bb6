import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../../support/cli.js";
import { fixedTool, makeProject, packageRoot } from "../../support/project.js";

const { version } = JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8"));

const number = { n: { type: "integer", description: "A number.", maximum: 9 } };
const tools = [
  { ...fixedTool(["sleep"], { name: "nap" }), command: ["sleep", "{n}"], params: number, timeout: 0.3, max_timeout: 3 },
  fixedTool(["pwd"], { name: "where", cwd: "caller" }),
  fixedTool(["true"], { name: "risky", risk: "high" }),
  fixedTool(["true"], { name: "vetoed", risk: "critical" }),
];

describe("what a person is told", () => {
  it.each([
    [
      ["run", "nap", "--timeout", "5"],
      64,
      "nap has no parameter --timeout. --timeout is a flag of the command and goes before the tool's name.",
    ],
    [["bench", "nap", "--duration", "1"], 64, "--duration is a flag of the command and goes before the tool's name."],
    [["explain", "nap", "--json"], 64, "--json is a flag of the command and goes before the tool's name."],
    [["run", "nap", "--other", "5"], 64, "nap has no parameter --other. It has --n."],
    [["run", "where", "--x", "5"], 64, "where has no parameter --x. It has none."],
    [["run", "nap", "10"], 64, "--n: must be at most 9, got 10"],
    [["run", "nap"], 64, "--n: is required"],
    [["run", "--timeout", "99", "nap", "1"], 64, "--timeout 99 s is above the limit of this tool, 3 s."],
    [["run", "nap", "5"], 124, "Allow more with --timeout, up to 3 s; it goes before the tool's name."],
    [["run", "risky"], 78, 'Nothing was run. high = "allow" under [policy] of the config runs it: ["true"]'],
    [["run", "vetoed"], 77, 'critical = "allow" under [policy] of the config runs it.'],
    [["explain", "--cwd", "/", "where"], 64, '--cwd: "/" leads out of the allowed roots'],
  ])("%j", async (args, code, words) => {
    const finished = await runCli(makeProject({ tools }), args);
    expect(finished.code).toBe(code);
    expect(finished.stderr).toContain(`${words}\n`);
    expect(finished.stderr).not.toMatch(/\$\.|timeout_ms|An operator/);
  });

  it("--cwd is meant from where the person is", async () => {
    const project = makeProject({ tools });
    mkdirSync(join(project.dir, "sub/deep"), { recursive: true });
    const { stdout } = await runCli(project, ["run", "--cwd", "deep", "where"], { cwd: join(project.dir, "sub") });
    expect(stdout).toBe(`${project.dir}/sub/deep\n`);
  });
});

describe("common flags", () => {
  it("may stand before the command, and win behind it", async () => {
    const project = makeProject({ tools: [fixedTool(["echo", "hi"])] });
    const other = project.write("other.toml", 'extends = "test"\nregistry = []\n');
    const input = '{"tool":"t"}';
    const missing = ["--config", join(project.dir, "none.toml")];
    expect((await runCli(project, ["--config", "agent-reach.toml", "run", "t"])).stdout).toBe("hi\n");
    expect((await runCli(project, ["--config", other, "run", "t"])).stderr).toContain("There is no tool t.");
    expect((await runCli(project, [...missing, "run", "t"])).code).toBe(71);
    expect((await runCli(project, [...missing, "run", "--config", "agent-reach.toml", "t"])).stdout).toBe("hi\n");
    const { stdout } = await runCli(project, ["--config", "agent-reach.toml", "exec", "--json"], { input });
    expect(JSON.parse(stdout)).toMatchObject({ status: "success", stdout: "hi\n" });
  });

  it.each([["exec"], ["run"], ["check"], ["output"], ["completion"], []])(
    "--version is taken by %s",
    async (...command) => {
      expect(await runCli(makeProject(), [...command, "--version"])).toMatchObject({ code: 0, stdout: `${version}\n` });
    },
  );

  it("--role is one of three for exec --json as well", async () => {
    const { code, stdout, stderr } = await runCli(makeProject(), ["exec", "--json", "--role", "root"], { input: "{}" });
    expect([code, stdout]).toEqual([64, ""]);
    expect(stderr).toContain("public, internal, admin");
  });
});

describe("init --config", () => {
  it("writes there, and the registry beside it", async () => {
    const project = makeProject();
    const made = await runCli(project, ["init", "--config", "conf/my.toml"]);
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining("agent-reach --config conf/my.toml check") });
    expect(project.list("conf")).toEqual(["my.toml", "registry"]);
    const { code, stdout } = await runCli(project, ["--config", "conf/my.toml", "run", "hello", "--name", "you"]);
    expect([code, stdout]).toEqual([0, "Hello, you!\n"]);
    expect((await runCli(project, ["init", "--config", "conf/my.toml"])).code).toBe(1);
  });

  it.each([
    [["--config", "conf/"], "is a folder"],
    [["--config", "."], "is a folder"],
    [["--profile", "test"], "takes no --profile"],
  ])("%j is refused", async (flags, words) => {
    const { code, stderr } = await runCli(makeProject(), ["init", ...flags]);
    expect(code).toBe(64);
    expect(stderr).toContain(words);
  });
});

it("check tells the faults of config and registry at once", async () => {
  const project = makeProject({ tools: [fixedTool(["true"], { timeot: 1 })], config: { colour: "red" } });
  const { code, stdout } = await runCli(project, ["check"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^agent-reach\.toml:\d+:1 colour: .*\nregistry\/tools\.toml:\d+:1 tools\[0\]\.timeot: .*\n$/);
});
