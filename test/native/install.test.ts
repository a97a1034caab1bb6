import { spawnSync } from "node:child_process";
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { copyPackage } from "../support/package-copy.js";
import { fixedTool, makeProject, packageRoot } from "../support/project.js";

/** Of a package as a user has it, its sources of C included, with these variables and nothing else. */
function install(env: Record<string, string>) {
  const folder = copyPackage("scripts", "native/binding.gyp", "native/addon", "native/shared", "native/warden");
  const run = (args: string[], cwd: string, input = "") =>
    spawnSync(process.execPath, args, { cwd, input, encoding: "utf8", env });
  const { status, stdout, stderr } = run(["scripts/install.mjs"], folder);
  return { folder, run, status, stdout, stderr };
}

it.skipIf(process.platform !== "linux").each([
  ["no compiler", { PATH: "" }, "no C compiler was found"],
  ["a compiler that is none", { PATH: process.env.PATH!, CC: "false" }, null],
  ["a wish for none", { PATH: process.env.PATH!, AGENT_REACH_NATIVE: "skip" }, "AGENT_REACH_NATIVE=skip"],
])("with %s, installing says so in one line, and what is installed works", (_what, env, reason) => {
  const { folder, run, status, stdout, stderr } = install(env as Record<string, string>);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stdout).toMatch(/^agent-reach: no native driver \(.+\)\. The portable driver serves instead/);
  if (reason !== null) expect(stdout).toContain(`(${reason})`);
  // What is half built must not be taken for a driver.
  expect(existsSync(join(folder, "native/build"))).toBe(false);
  const project = makeProject({ tools: [fixedTool(["/bin/echo", "fine"])] });
  const cli = join(folder, "bin/agent-reach.js");
  const result = run([cli, "exec", "--json"], project.dir, '{"tool":"t"}');
  expect(JSON.parse(result.stdout)).toMatchObject({ status: "success", stdout: "fine\n" });
  expect(run([cli, "doctor"], project.dir).stdout).toMatch(/portable.*not built/s);
});

it.skipIf(process.platform !== "linux" || spawnSync("cc", ["--version"]).status !== 0)(
  "what is packed installs with the native driver, and holds no test",
  { timeout: 120_000 },
  () => {
    const folder = makeProject().dir;
    const packed = spawnSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], {
      cwd: packageRoot,
      encoding: "utf8",
    });
    expect(packed.stderr).toBe("");
    const [{ filename, files }] = JSON.parse(packed.stdout);
    const names: string[] = files.map(({ path }: { path: string }) => path);
    expect(names.filter((name) => /^(test|src|bench|node_modules|native\/build)\//.test(name))).toEqual([]);
    spawnSync("tar", ["-xzf", join(folder, filename), "-C", folder]);
    const installed = join(folder, "package");
    symlinkSync(join(packageRoot, "node_modules"), join(installed, "node_modules"));
    const { stdout } = spawnSync(process.execPath, ["scripts/install.mjs"], { cwd: installed, encoding: "utf8" });
    expect(stdout).toBe("agent-reach: native driver built\n");
    const doctor = [join(installed, "bin/agent-reach.js"), "doctor"];
    const env = { PATH: process.env.PATH, HOME: folder };
    expect(spawnSync(process.execPath, doctor, { cwd: folder, encoding: "utf8", env }).stdout).toMatch(
      /driver +native/,
    );
  },
);
