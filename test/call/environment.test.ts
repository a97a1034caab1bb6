import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { buildEnvironment } from "../../src/call/environment.js";
import { temporaryFolder, tool } from "./support.js";

const PATH = process.env.PATH ?? "";

function run(program: string, args: string[], env: Readonly<Record<string, string>>, input = "") {
  const start = performance.now();
  const done = spawnSync(program, args, { env, input, cwd: temporaryFolder(), encoding: "utf8", timeout: 20_000 });
  return { ...done, ms: performance.now() - start };
}

describe("the environment of a call", () => {
  it("starts empty: nothing of the broker's own reaches a real child unasked", () => {
    const from = {
      PATH,
      HOME: "/home/x",
      BASH_ENV: "/tmp/evil",
      http_proxy: "http://x",
      GIT_SSH_COMMAND: "evil",
      PYTHONPATH: "/tmp",
      SECRET_TOKEN: "hunter2",
      LC_ALL: "de_DE.UTF-8",
      NODE_OPTIONS: "--trace-warnings",
      CI: "1",
    };
    const { env, notes } = buildEnvironment(tool(), from);
    const names = run("env", ["-0"], env)
      .stdout.split("\0")
      .map((line) => line.split("=")[0] as string)
      .filter((name) => name !== "");
    expect(names.sort()).toEqual(Object.keys(env).sort());
    expect(Object.keys(env).sort()).toEqual(
      `DEBIAN_FRONTEND EDITOR GIT_ASKPASS GIT_EDITOR GIT_PAGER GIT_SEQUENCE_EDITOR GIT_TERMINAL_PROMPT HOME LANG MANPAGER
       NO_COLOR PAGER PATH SSH_ASKPASS SSH_ASKPASS_REQUIRE SYSTEMD_PAGER TERM VISUAL`.split(/\s+/),
    );
    expect(env).toMatchObject({ HOME: "/home/x", LANG: "C.UTF-8", TERM: "dumb" });
    expect(notes).toEqual([]);
  });

  it("lets the whitelist through, and set_env wins over everything", () => {
    const from = { PATH, HOME: "/h", GIT_SSH: "/usr/bin/ssh", LANG: "de_DE.UTF-8", OTHER: "x" };
    const { env } = buildEnvironment(
      tool({ env: ["GIT_SSH", "LANG", "ABSENT"], setEnv: { TERM: "xterm", HOME: "/set", PATH: "/p" } }),
      from,
    );
    expect(env).toMatchObject({
      GIT_SSH: "/usr/bin/ssh",
      LANG: "de_DE.UTF-8",
      TERM: "xterm",
      HOME: "/set",
      PATH: "/p",
    });
    expect(env).not.toHaveProperty("ABSENT");
    expect(env).not.toHaveProperty("OTHER");
  });

  it("keeps values byte for byte", () => {
    const { env } = buildEnvironment(tool({ env: ["BAR"], setEnv: { FOO: "l1\nBAR=x\n" } }), { PATH, BAR: "a\nb=c  " });
    expect(run("printenv", ["FOO"], env).stdout).toBe("l1\nBAR=x\n\n");
    expect(run("printenv", ["BAR"], env).stdout).toBe("a\nb=c  \n");
  });

  it.each([
    "LD_PRELOAD",
    "LD_LIBRARY_PATH",
    "LD_AUDIT",
    "DYLD_INSERT_LIBRARIES",
    "BASH_ENV",
    "BASH_FUNC_x%%",
    "ENV",
    "NODE_OPTIONS",
    "PYTHONSTARTUP",
    "PERL5OPT",
    "RUBYOPT",
    "JAVA_TOOL_OPTIONS",
    "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG_VALUE_0",
  ])("never passes %s on, and says so; set_env sets it", (name) => {
    const stripped = buildEnvironment(tool({ env: [name] }), { PATH, [name]: "/tmp/evil" });
    expect(stripped.env).not.toHaveProperty([name]);
    expect(stripped.notes).toEqual([expect.stringContaining(`${name} was not passed on`)]);
    expect(stripped.notes[0]).not.toContain("/tmp/evil");
    expect(buildEnvironment(tool({ env: [name] }), { PATH }).notes).toEqual([]);
    const set = buildEnvironment(tool({ env: [name], setEnv: { [name]: "/own" } }), { PATH, [name]: "/tmp/evil" });
    expect(set).toMatchObject({ env: { [name]: "/own" }, notes: [] });
  });

  it.each([
    ["/a:/b", "/a:/b"],
    ["/a::/b:", "/a:/b"],
    [".:/a:bin:../x:/a", "/a"],
    ["", "/usr/local/bin:/usr/bin:/bin"],
    [".", "/usr/local/bin:/usr/bin:/bin"],
    [undefined, "/usr/local/bin:/usr/bin:/bin"],
  ])("searches only absolute entries of PATH, once each: %j", (path, expected) => {
    expect(buildEnvironment(tool(), { PATH: path }).env.PATH).toBe(expected);
  });

  it("always has a HOME", () => {
    expect(buildEnvironment(tool(), { PATH }).env.HOME).toMatch(/^\//);
    expect(buildEnvironment(tool(), { PATH, HOME: "" }).env.HOME).toMatch(/^\//);
  });

  it("takes no variable from a prototype", () => {
    const names = Object.keys(buildEnvironment(tool({ env: ["constructor", "toString"] }), { PATH }).env);
    expect(names.filter((name) => name.includes("o") && name !== name.toUpperCase())).toEqual([]);
  });

  it("keeps what Windows needs, whatever the case of the names", () => {
    const from = { Path: "/p", SYSTEMROOT: "C:\\Windows", Temp: "C:\\T", PATHEXT: ".EXE", secret: "x" };
    const { env } = buildEnvironment(tool({ env: ["SECRET"] }), from, "win32");
    expect(env).toMatchObject({ PATH: "/p", SystemRoot: "C:\\Windows", TEMP: "C:\\T", PATHEXT: ".EXE", SECRET: "x" });
  });
});

describe("with it, git", () => {
  const { env } = buildEnvironment(tool(), { PATH, HOME: temporaryHome() });

  it("asks nobody for a password", () => {
    const done = run("git", ["credential", "fill"], env, "protocol=https\nhost=x.invalid\n\n");
    expect(done.status).not.toBe(0);
    expect(done.stderr).toContain("terminal prompts disabled");
    expect(done.ms).toBeLessThan(5000);
  });

  it("runs no program to ask for one, also when the repository names it", () => {
    const folder = temporaryFolder();
    const ask = join(folder, "ask");
    writeFileSync(ask, `#!/bin/sh\ntouch ${folder}/asked\necho pw\n`);
    chmodSync(ask, 0o755);
    const done = run(
      "git",
      ["-c", `core.askPass=${ask}`, "credential", "fill"],
      env,
      "protocol=https\nhost=x.invalid\n\n",
    );
    expect(done.status).not.toBe(0);
    expect(done.stdout).not.toContain("pw");
  });

  it("opens no editor, also when the repository names one", () => {
    const folder = temporaryFolder();
    const git = (...args: string[]) =>
      run("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com", ...args], env);
    expect(git("init", "-q").status).toBe(0);
    const done = git("-c", "core.editor=sleep 60 #", "commit", "--allow-empty");
    expect(done.status).not.toBe(0);
    expect(done.ms).toBeLessThan(5000);
    expect(git("commit", "--allow-empty", "-m", "one").status).toBe(0);
    expect(git("commit", "--allow-empty", "-m", "two").status).toBe(0);
    expect(git("-c", "sequence.editor=sleep 60 #", "rebase", "-i", "HEAD~1").ms).toBeLessThan(5000);
  });

  it("finds its HOME", () => {
    expect(run("git", ["config", "--global", "--list"], env).stderr).not.toContain("HOME");
  });
});

/** Nobody's: the tests must not depend on the git config of who runs them. */
function temporaryHome(): string {
  return "/nonexistent-home";
}
