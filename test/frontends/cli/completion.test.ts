import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { cliPath, fixedTool, makeProject } from "../../support/project.js";

const script = (shell: string) =>
  spawnSync(process.execPath, [cliPath, "completion", shell], { encoding: "utf8" }).stdout;
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;

describe.skipIf(!has("bash"))("completion in bash", () => {
  const bash = script("bash");

  /** What is offered for the last word. */
  function offered(...words: string[]): string[] {
    const list = words.map((word) => `'${word}'`).join(" ");
    const ask = `agent-reach() { "${process.execPath}" "${cliPath}" "$@"; }
COMP_WORDS=(agent-reach ${list}) COMP_CWORD=${words.length}
_agent_reach
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { dir } = makeProject({ tools: [fixedTool(["true"], { name: "first_tool" })] });
    const { stdout, stderr } = spawnSync("bash", [], { input: `${bash}\n${ask}`, encoding: "utf8", cwd: dir });
    expect(stderr).toBe("");
    return stdout.trim() === "" ? [] : stdout.trim().split("\n");
  }

  it("offers commands and common flags first", () => {
    expect(offered("")).toEqual(expect.arrayContaining(["run", "exec", "mcp", "--config"]));
    expect(offered("ex")).toEqual(["exec", "explain"]);
  });

  it("offers a command's flags, and tools where one is wanted", () => {
    expect(offered("exec", "--nd")).toEqual(["--ndjson"]);
    expect(offered("run", "first")).toEqual(["first_tool"]);
    expect(offered("run", "first_tool", "first")).toEqual([]);
  });

  it("looks past flags before the command, and their values", () => {
    expect(offered("--role", "admin", "run", "first")).toEqual(["first_tool"]);
    expect(offered("--config", "run", "exec", "--nd")).toEqual(["--ndjson"]);
  });

  it("offers what a flag takes, and leaves files to the shell where it takes any", () => {
    expect(offered("--role", "")).toEqual(["public", "internal", "admin"]);
    expect(offered("run", "--role", "in")).toEqual(["internal"]);
    expect(offered("output", "--stream", "")).toEqual(["stdout", "stderr"]);
    expect(offered("run", "--cwd", "")).toEqual([]);
  });
});

it.each(["zsh", "fish"])("%s takes its script", (shell) => {
  const text = script(shell);
  expect(text).toContain("ndjson");
  if (has(shell)) expect(spawnSync(shell, ["-n"], { input: text }).status).toBe(0);
});

it("another shell is told which there are", () => {
  const { status, stderr } = spawnSync(process.execPath, [cliPath, "completion", "csh"], { encoding: "utf8" });
  expect(status).toBe(64);
  expect(stderr).toContain("bash, zsh and fish");
});
