import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { load } from "../../src/broker/index.js";
import { toolText } from "../registry/support.js";
import { faultsOf, folderWith } from "../toml/folder.js";

/** Loads a tool whose path parameter has these keys, in a project with a link that leads out of it. */
function loading(cwd: string, keys: string) {
  const folder = folderWith({
    "project/agent-reach.toml": 'registry = ["t.toml"]\nallowed_roots = [".", "../other"]',
    "project/t.toml": toolText(
      `command = ["cat", "{p}"]\n[tools.params.p]\ntype = "path"\ndescription = "d"\n${keys}`,
    ).replace('cwd = "temp"', `cwd = "${cwd}"`),
    "other/x": "",
  });
  const project = join(folder, "project");
  mkdirSync(join(project, "sub"));
  symlinkSync("../other", join(project, "link"));
  return load({ cwd: project, env: { HOME: folder } });
}

describe("paths that a definition names", () => {
  it.each([
    ["project_root", 'default = "../x"', "default", /outside the project root/],
    ["project_root", 'default = "/etc/passwd"', "default", /outside the project root/],
    ["project_root", 'enum = ["a", "sub/../../b"]', "enum[1]", /outside the project root/],
    ["project_root", 'within = "/var/empty"\ndefault = "x"', "default", /bound to/],
    ["temp", 'default = "a"', "default", /outside the project root/],
    ["temp", 'within = "cwd"\ndefault = "../a"', "default", /working directory/],
    ["temp", 'within = "cwd"\ndefault = "/etc"', "default", /working directory/],
    ["caller", 'within = "cwd"\ndefault = "/etc"', "default", /working directory/],
    ["/", 'default = "etc"', "default", /outside the project root/],
  ])("outside their root are faults: cwd %s, %s", async (cwd, keys, key, message) => {
    expect(await faultsOf(loading(cwd, keys))).toMatchObject([
      { key: `tools[0].params.p.${key}`, line: expect.any(Number), message: expect.stringMatching(message) },
    ]);
  });

  it.each([
    ["project_root", 'default = "."'],
    ["project_root", 'default = "no/such/file"'],
    // Where it leads out, each call is told.
    ["project_root", 'default = "link/x"'],
    ["project_root", 'within = "allowed_roots"\ndefault = "../other/x"'],
    ["project_root", 'within = "/"\ndefault = "/etc/passwd"'],
    ["caller", 'within = "allowed_roots"\ndefault = "../x"'],
    ["temp", 'within = "cwd"\ndefault = "a/b"'],
    ["/", 'within = "/etc"\ndefault = "etc/passwd"'],
  ])("that may lie inside are none: cwd %s, %s", async (cwd, keys) => {
    expect((await loading(cwd, keys)).registry.tools.size).toBe(1);
  });
});
