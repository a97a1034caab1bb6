import { join } from "node:path";
import { expect, it } from "vitest";
import { checkDisable } from "../../src/config/index.js";
import { define, toolObject } from "../registry/support.js";
import { faultsOf, folderWith } from "../toml/folder.js";
import { load } from "./support.js";

it("names that leave nothing out are faults where they are written", async () => {
  const folder = folderWith({
    "agent-reach.toml": 'extends = "b.toml"',
    "b.toml": 'disable = [\n  "git_push",\n  "gpu",\n  "critical",\n  "io",\n  "git_psuh",\n  "x",\n]\n',
  });
  const tools = await define(toolObject({ name: "git_push", group: "gpu" }));
  const config = await load(folder);
  expect(await faultsOf(checkDisable(config, tools))).toEqual([
    {
      file: join(folder, "b.toml"),
      line: 6,
      column: 3,
      key: "disable[4]",
      message: 'there is no tool, group or risk called "git_psuh".',
      suggestion: 'Did you mean "git_push"?',
    },
    {
      file: join(folder, "b.toml"),
      line: 7,
      column: 3,
      key: "disable[5]",
      message: 'there is no tool, group or risk called "x".',
      suggestion: null,
    },
  ]);
});

it("names of tools, groups and risks pass", async () => {
  const config = await load(folderWith({}), { config: { disable: ["t", "default", "high", "cpu"] } });
  await checkDisable(config, await define(toolObject()));
});
