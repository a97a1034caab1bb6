import { mkdirSync, rmdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { addFiles, faultsOf, folderWith } from "../toml/folder.js";
import { load, settingsIn } from "./support.js";

describe("which config is taken", () => {
  it("the nearest agent-reach.toml from the current folder upwards; its folder is the project root", async () => {
    const folder = folderWith({ "agent-reach.toml": "", "a/agent-reach.toml": "", "a/b/c/x": "", "d/x": "" });
    const at = async (path: string) => (await settingsIn(join(folder, path))).configFile;
    expect(await at("a/b/c")).toBe(join(folder, "a/agent-reach.toml"));
    expect(await at("a")).toBe(join(folder, "a/agent-reach.toml"));
    expect(await at("d")).toBe(join(folder, "agent-reach.toml"));
    expect((await settingsIn(join(folder, "a/b/c"))).projectRoot).toBe(join(folder, "a"));
  });

  it("else that of the XDG config folder, by XDG_CONFIG_HOME or HOME", async () => {
    const folder = folderWith({
      "xdg/agent-reach/agent-reach.toml": "",
      "home/.config/agent-reach/agent-reach.toml": "",
    });
    mkdirSync(join(folder, "work"));
    const at = async (env: Record<string, string>) => (await settingsIn(join(folder, "work"), { env })).configFile;
    expect(await at({ XDG_CONFIG_HOME: join(folder, "xdg") })).toBe(join(folder, "xdg/agent-reach/agent-reach.toml"));
    const inHome = join(folder, "home/.config/agent-reach/agent-reach.toml");
    expect(await at({ HOME: join(folder, "home") })).toBe(inHome);
    expect(await at({ HOME: join(folder, "home"), XDG_CONFIG_HOME: "relative" })).toBe(inHome);
  });

  it("a link that leads nowhere is a fault, not passed over for a laxer config", async () => {
    const folder = folderWith({ "agent-reach.toml": "", "a/x": "" });
    symlinkSync("/nowhere/production.toml", join(folder, "a/agent-reach.toml"));
    await expect(load(join(folder, "a"))).rejects.toMatchObject({ code: "AR_CONFIG_INVALID" });
  });

  it("else the packaged default, for the folder it is started in", async () => {
    const folder = folderWith({});
    const { settings, files } = await load(folder);
    expect(settings).toMatchObject({ configFile: null, profile: "development", projectRoot: folder });
    expect(files.map((file) => file.split("/").slice(-2).join("/"))).toEqual(["config/development.toml"]);
  });

  it("a file or an object that is named, and nothing else", async () => {
    const folder = folderWith({ "agent-reach.toml": "extends = 5", "other/my.toml": 'disable = ["low"]' });
    const named = await settingsIn(folder, { config: "other/my.toml" });
    expect(named).toMatchObject({ configFile: join(folder, "other/my.toml"), projectRoot: join(folder, "other") });
    const object = await settingsIn(folder, { config: { disable: ["high"], registry: ["r/*.toml"] } });
    expect(object).toMatchObject({ configFile: null, projectRoot: folder, disable: ["high"] });
    expect(object.registry).toEqual([join(folder, "r/*.toml")]);
  });

  it("never passes over one that cannot be read", async () => {
    const folder = folderWith({ "agent-reach.toml": "" });
    mkdirSync(join(folder, "a/agent-reach.toml"), { recursive: true });
    expect(await faultsOf(load(join(folder, "a")))).toMatchObject([{ message: "is a folder." }]);
    const loop = join(folder, "b");
    mkdirSync(loop);
    symlinkSync("agent-reach.toml", join(loop, "agent-reach.toml"));
    expect(await faultsOf(load(loop))).toMatchObject([{ message: "cannot be read (ELOOP)." }]);
  });

  it("a named file that is missing is a fault", async () => {
    const folder = folderWith({ "agent-reach.toml": "" });
    const file = join(folder, "no.toml");
    expect(await faultsOf(load(folder, { config: "no.toml" }))).toMatchObject([
      { file, message: "there is no such file." },
    ]);
  });

  it("works in a folder that has been removed", async () => {
    const folder = folderWith({});
    const gone = join(folder, "gone");
    mkdirSync(gone);
    rmdirSync(gone);
    expect((await settingsIn(gone)).projectRoot).toBe(gone);
    addFiles(folder, { "agent-reach.toml": "" });
    expect((await settingsIn(gone)).projectRoot).toBe(folder);
  });
});
