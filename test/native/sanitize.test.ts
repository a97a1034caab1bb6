import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const native = join(import.meta.dirname, "../../native");
const folder = mkdtempSync(join(tmpdir(), "sanitize-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMPILER = process.env.CC ?? "cc";
const SANITIZERS = [
  "-g",
  "-O1",
  "-fno-omit-frame-pointer",
  "-fsanitize=address,undefined",
  "-fno-sanitize-recover=all",
];
const ROUNDS = "20";

const sources = (part: string, ...without: string[]) =>
  readdirSync(join(native, part))
    .filter((file) => file.endsWith(".c") && !without.includes(file))
    .map((file) => join(native, part, file));

const compile = (output: string, files: readonly string[], options: readonly string[]) => {
  const common = ["-std=gnu11", "-D_GNU_SOURCE", "-pthread", `-I${native}`, "-Wall", "-Wextra", "-Wshadow", "-Werror"];
  execFileSync(COMPILER, [...common, ...options, "-o", join(folder, output), ...files], { stdio: "pipe" });
  return join(folder, output);
};

/** The client without what speaks to Node, driven by the harness. */
const harnessSources = [
  join(import.meta.dirname, "harness.c"),
  ...sources("addon", "module.c", "delivery.c", "values.c"),
  ...sources("shared"),
];
const wardenSources = [...sources("warden"), ...sources("shared")];

/** The warden starts with an empty environment and /dev/null for stderr: its options are part of it. */
function sanitizerOptions(name: string): string {
  const file = join(folder, `${name}.c`);
  const options = `log_path=${join(folder, name)}.log:detect_leaks=1:exitcode=99`;
  const define = (which: string) => `const char *__${which}_default_options(void) { return "${options}"; }\n`;
  writeFileSync(file, `${define("asan")}${define("ubsan")}`);
  return file;
}

function why(): string | null {
  if (process.platform !== "linux") return "for Linux";
  const probe = join(folder, "probe.c");
  writeFileSync(probe, "int main(void) { return 0; }\n");
  try {
    execFileSync(COMPILER, ["-fsanitize=address,undefined", "-o", join(folder, "probe"), probe], { stdio: "pipe" });
    return null;
  } catch {
    return "no C compiler with sanitizers";
  }
}

const missing = why();
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
const reports = () => readdirSync(folder).filter((file) => file.includes(".log"));
const complaints = () => reports().map((file) => readFileSync(join(folder, file), "utf8"));

const run = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(program, args, { encoding: "utf8", timeout: 120_000, env: { ...process.env, ...env } });

describe.skipIf(missing !== null)(
  `the C code under a sanitizer${missing === null ? "" : ` (skipped: ${missing})`}`,
  () => {
    let harness: string;
    let warden: string;
    beforeAll(() => {
      harness = compile("harness", [...harnessSources, sanitizerOptions("client")], SANITIZERS);
      warden = compile("agent-reach-warden", [...wardenSources, sanitizerOptions("warden")], SANITIZERS);
    });

    it.each(["subreaper", "namespace", "cgroup", "none"])("does nothing wrong and leaks nothing, mode %s", (mode) => {
      const { status, stdout, stderr } = run(harness, [warden, mode, ROUNDS]);
      expect(complaints()).toEqual([]);
      expect(stdout + stderr).toContain("0 failures, over 0");
      expect(status).toBe(0);
    });

    it("does nothing wrong in Node either", () => {
      const include = join(dirname(dirname(process.execPath)), "include/node");
      if (!existsSync(join(include, "node_api.h"))) return;
      const library = execFileSync(COMPILER, ["-print-file-name=libasan.so"], { encoding: "utf8" }).trim();
      const addon = compile(
        "agent_reach.node",
        [...sources("addon"), ...sources("shared")],
        [...SANITIZERS, "-fPIC", "-shared", `-I${include}`, "-DNODE_GYP_MODULE_NAME=agent_reach"],
      );
      const { status, stdout, stderr } = run(
        process.execPath,
        [join(import.meta.dirname, "sanitize-node.mjs"), addon, warden],
        {
          LD_PRELOAD: library,
          // Node itself keeps what it has allocated; the harness looks for leaks.
          ASAN_OPTIONS: "detect_leaks=0",
        },
      );
      expect(complaints()).toEqual([]);
      expect(stderr).not.toContain("Sanitizer");
      expect(stdout).toBe("500 runs ended\n");
      expect(status).toBe(0);
    });
  },
);

describe.skipIf(missing !== null || !has("valgrind"))("the C code under valgrind", () => {
  it("does nothing wrong and leaks nothing", () => {
    const options = ["-g", "-O1"];
    const harness = compile("plain-harness", harnessSources, options);
    const warden = compile("plain-warden", wardenSources, options);
    const args = [
      "--quiet",
      "--leak-check=full",
      "--error-exitcode=99",
      "--track-fds=no",
      harness,
      warden,
      "subreaper",
      "5",
    ];
    const { status, stdout, stderr } = run("valgrind", args);
    // `--` lines are about valgrind itself, e.g. system calls newer than it.
    expect(stderr.split("\n").filter((line) => line.startsWith("=="))).toEqual([]);
    expect(stdout).toContain("0 failures, over 0");
    expect(status).toBe(0);
  });
});
