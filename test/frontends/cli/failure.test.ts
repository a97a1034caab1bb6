import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { cliPath, fixedTool, makeProject } from "../../support/project.js";

const lines = fixedTool(["seq", "3000"], { name: "lines" });

/** The command line with standard output somewhere unusual. */
function run(args: readonly string[], place: { out?: string; input?: string; env?: object }) {
  const { dir } = makeProject({ tools: [lines, fixedTool(["sleep", "20"], { name: "slow" })] });
  const output = place.out === undefined ? "pipe" : openSync(place.out, "w");
  const finished = spawnSync(process.execPath, [cliPath, ...args], {
    cwd: dir,
    input: place.input,
    stdio: ["pipe", output, "pipe"],
    env: { PATH: process.env.PATH!, HOME: dir, ...place.env },
    encoding: "utf8",
  });
  if (typeof output === "number") closeSync(output);
  return finished;
}

it("run ends when all of its output is written", () => {
  const whole = Array.from({ length: 3000 }, (_, i) => `${i + 1}\n`).join("");
  for (let times = 0; times < 8; times++) expect(run(["run", "lines"], {}).stdout).toBe(whole);
});

describe.skipIf(!existsSync("/dev/full"))("output that cannot be written", () => {
  it.each([
    [["run", "lines"], ""],
    [["exec", "--json"], '{"tool":"lines"}'],
    [["exec", "--ndjson"], '{"tool":"lines"}\n{"tool":"lines"}\n'],
    [["tools"], ""],
    [["completion", "bash"], ""],
  ])("is told by %j, with 71", (args, input) => {
    const { status, stderr } = run(args, { input, out: "/dev/full" });
    expect(stderr).toContain("ENOSPC");
    expect(status).toBe(71);
  });
});

it.each([
  [["run", "slow"], ""],
  [["exec", "--ndjson"], '{"tool":"slow"}\n'],
  [["exec", "--json"], '{"tool":"slow"}'],
])("an error that nothing caught ends what runs, and is told by %j", (args, input) => {
  const bug = 'setTimeout(() => { throw new Error("a bug") }, 900)';
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}` };
  const { status, stdout, stderr } = run(args, { input, env });
  expect(stdout + stderr).toContain("a bug");
  expect(status).toBe(71);
});
