import { join } from "node:path";
import { expect, it } from "vitest";
import { checkDisable, readConfig } from "../../src/config/index.js";
import { Findings } from "../../src/toml/index.js";
import { define, toolObject } from "../registry/support.js";
import { folderWith } from "../toml/folder.js";
import { packageDir } from "./support.js";

async function faults(cwd: string, config: object | undefined, ...tools: object[]) {
  const findings = new Findings();
  const env = { HOME: "/home/nobody" };
  const reading = await readConfig({ cwd, env, packageDir, ...(config && { config }) }, findings);
  checkDisable(reading, await define(...tools));
  return findings.toFaults();
}

it("names that leave nothing out are faults where they are written", async () => {
  const folder = folderWith({
    "agent-reach.toml": 'extends = "b.toml"',
    "b.toml": 'disable = [\n  "git_push",\n  "gpu",\n  "critical",\n  "io",\n  "git_psuh",\n  "x",\n]\n',
  });
  expect(await faults(folder, undefined, toolObject({ name: "git_push", group: "gpu" }))).toEqual([
    {
      file: join(folder, "b.toml"),
      line: 6,
      column: 3,
      key: "disable[4]",
      message: 'there is no tool, group or risk called "git_psuh"',
      suggestion: 'Did you mean "git_push"?',
    },
    {
      file: join(folder, "b.toml"),
      line: 7,
      column: 3,
      key: "disable[5]",
      message: 'there is no tool, group or risk called "x"',
      suggestion: null,
    },
  ]);
});

it("names of tools, groups and risks pass", async () => {
  expect(await faults(folderWith({}), { disable: ["t", "default", "high", "cpu"] }, toolObject())).toEqual([]);
});
