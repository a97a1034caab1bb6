import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { diagnose } from "../../src/broker/index.js";
import { fixedTool, makeProject } from "../support/project.js";

const env = { PATH: "/usr/bin:/bin", HOME: "/home/nobody" };
type Project = ReturnType<typeof makeProject>;

/** State, text and remedy of a check, or of none. */
async function checkOf(project: Project, name: string) {
  const found = (await diagnose({ cwd: project.dir, env })).find((check) => check.name === name);
  return found && `${found.state}: ${found.text}: ${found.remedy}`;
}

it("a broken config is named with file, line and key", async () => {
  const project = makeProject({ config: { policy: { low: "alow" } } });
  project.write("agent-reach.toml", `colour = "red"\n${project.read("agent-reach.toml")}`);
  expect(await checkOf(project, "config")).toMatch(
    new RegExp(`^problem: 2 faults, the first: ${project.dir}/agent-reach.toml:1:1 colour: unknown key`),
  );
  project.write("agent-reach.toml", "x =");
  expect(await checkOf(project, "config")).toMatch(/^problem: \/.*\/agent-reach.toml:1:\d+: is no valid TOML/);
});

it("a program that is missing is told by what it is: a name or a path", async () => {
  const project = makeProject({
    tools: [
      fixedTool(["no-such-program"], { name: "a" }),
      fixedTool(["/no/such/program"], { name: "b" }),
      fixedTool(["/etc/passwd"], { name: "c" }),
    ],
  });
  expect(await checkOf(project, "no-such-program")).toMatch(/^warning: not on PATH: Install it, or disable a\.$/);
  expect(await checkOf(project, "/no/such/program")).toMatch(/^warning: does not exist: Install it, or disable b\.$/);
  expect(await checkOf(project, "/etc/passwd")).toMatch(/^warning: \/etc\/passwd is not executable: .*chmod \+x/);
});

it("a folder that tools name as their cwd and that is not there is told", async () => {
  const project = makeProject();
  const there = join(project.dir, "there");
  mkdirSync(there);
  const file = project.write("file", "");
  for (const [name, cwd] of [
    ["a", "/no/such/folder"],
    ["b", "/no/such/folder"],
    ["c", there],
    ["d", file],
  ]) {
    project.write(
      `registry/${name}.toml`,
      `[[tools]]\nname = "${name}"\ndescription = "d"\ncommand = ["true"]\ncwd = "${cwd}"\ntimeout = 1\nrisk = "low"\n`,
    );
  }
  expect(await checkOf(project, "cwd /no/such/folder")).toMatch(/^warning: does not exist: .*disable a, b\.$/);
  expect(await checkOf(project, `cwd ${file}`)).toMatch(/^warning: is no folder/);
  expect(await checkOf(project, `cwd ${there}`)).toBeUndefined();
});

it.skipIf(process.platform !== "linux")(
  "a state folder that can't be made is told, as full outputs are not kept then",
  async () => {
    const project = makeProject();
    project.write("agent-reach.toml", 'registry = ["registry/*.toml"]');
    const at = (home: string) => diagnose({ cwd: project.dir, env: { ...env, HOME: home } });
    const found = (await at("/proc/nowhere")).find(({ name }) => name === "state folder");
    expect(found).toMatchObject({ state: "warning", text: expect.stringContaining("nothing can below /proc") });
    expect((await at(project.dir)).find(({ name }) => name === "state folder")?.state).toBe("ok");
  },
);
