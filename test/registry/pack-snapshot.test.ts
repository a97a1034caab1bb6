import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf, folderWith } from "../toml/folder.js";
import { load, packageDir, toolText } from "./support.js";

const snapshot = join(packageDir, "dist/packs.json");

describe("the snapshot of the shipped packs", () => {
  it("holds just what reading them gives", async () => {
    const read = await load(["pack:*"]);
    const known = await load(["pack:*"], snapshot);
    expect(known).toEqual(read);
    expect([...known.tools.keys()]).toEqual([...read.tools.keys()]);
    expect(Object.isFrozen(known.tools.get("git_log")?.parameters[0]?.type)).toBe(true);
  });

  it("is left aside for a pack that was changed", async () => {
    const dir = folderWith({});
    cpSync(join(packageDir, "registry"), join(dir, "registry"), { recursive: true });
    const pack = join(dir, "registry/git.toml");
    writeFileSync(pack, readFileSync(pack, "utf8").replace('name = "git_log"', 'name = "git_history"'));
    const { tools } = await load(["pack:git"], snapshot, dir);
    expect(tools.has("git_history")).toBe(true);
    expect(tools.has("git_log")).toBe(false);
  });

  it("does not hide that two tools have one name", async () => {
    const file = join(folderWith({ "tools.toml": toolText("", "git_log") }), "tools.toml");
    const faults = await faultsOf(load([file, "pack:git"], snapshot));
    expect(faults).toMatchObject([{ message: expect.stringContaining('already a tool called "git_log"') }]);
    expect(faults[0]?.line).toBeGreaterThan(0);
  });
});
