import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import fc from "fast-check";
import { glob } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { expandSource } from "../../src/registry/sources.js";
import { absolutePattern } from "../../src/toml/index.js";
import { folderWith } from "../toml/folder.js";
import { packageDir } from "./support.js";

const filesOf = async (source: string, where = packageDir) => {
  const expanded = await expandSource(source, where);
  return expanded.kind === "files" ? expanded.files : expanded;
};

describe("expandSource", () => {
  it("finds one pack, and all packs in the order of their names", async () => {
    const folder = folderWith({ "registry/git.toml": "", "registry/a.toml": "", "registry/README.md": "" });
    expect(await filesOf("pack:git", folder)).toEqual([join(folder, "registry/git.toml")]);
    expect(await filesOf("pack:*", folder)).toEqual(["a", "git"].map((name) => join(folder, `registry/${name}.toml`)));
  });

  it.each(["pack:gti", "pack:../registry/git", "pack:"])("knows no %s", async (source) => {
    const folder = folderWith({ "registry/git.toml": "" });
    expect(await filesOf(source, folder)).toMatchObject({
      kind: "unknown",
      message: expect.stringMatching(/^there is no/),
    });
  });

  it("suggests a pack, or names them all", async () => {
    const folder = folderWith({ "registry/git.toml": "", "registry/node.toml": "" });
    expect(await filesOf("pack:gits", folder)).toMatchObject({ suggestion: 'Did you mean "pack:git"?' });
    expect(await filesOf("pack:docker", folder)).toMatchObject({ suggestion: "The packs are: git, node." });
  });

  it("expands globs of every kind in folders of every name", async () => {
    const folder = folderWith({ "b.toml": "", "a.toml": "", "x/c.toml": "", "x/y/d.toml": "" }, "odd (1) [a] {b}");
    symlinkSync(join(folder, "a.toml"), join(folder, "link.toml"));
    const names = async (pattern: string) =>
      ((await filesOf(absolutePattern(folder, pattern))) as string[]).map((file) => file.slice(folder.length + 1));
    expect(await names("*.toml")).toEqual(["a.toml", "b.toml", "link.toml"]);
    expect(await names("**/*.toml")).toEqual(["a.toml", "b.toml", "link.toml", "x/c.toml", "x/y/d.toml"]);
    expect(await names("{a,x/c}.toml")).toEqual(["a.toml", "x/c.toml"]);
    expect(await names("x/../[ab].toml")).toEqual(["a.toml", "b.toml"]);
    expect(await names("b.toml")).toEqual(["b.toml"]);
    expect(await names("x/*.md")).toEqual([]);
  });

  it("agrees with the library about names with one star", async () => {
    const folder = folderWith({});
    for (const name of ["a.toml", "ab.toml", "b.toml", ".hidden.toml", "toml", "a", "a.md", ".", "x.y.toml"]) {
      if (name !== ".") folderWithFile(folder, name);
    }
    mkdirSync(join(folder, "folder.toml"));
    // The library throws at names that begin with three dots.
    const part = fc.stringMatching(/^[ab.xyt]{0,3}(\.toml)?$/).filter((text) => !text.startsWith("..."));
    await fc.assert(
      fc.asyncProperty(part, part, async (before, after) => {
        const pattern = `${before}*${after}`;
        const expected = await glob(pattern, { cwd: folder, absolute: true, expandDirectories: false });
        expect(await filesOf(`${folder}/${pattern}`)).toEqual(expected.sort());
      }),
    );
  });

  it("has shipped packs to expand", async () => {
    const packs = readdirSync(join(packageDir, "registry")).filter((file) => file.endsWith(".toml"));
    expect(packs).not.toEqual([]);
    expect(((await filesOf("pack:*")) as string[]).map((file) => basename(file))).toEqual(packs.sort());
  });
});

function folderWithFile(folder: string, name: string): void {
  symlinkSync(join(packageDir, "package.json"), join(folder, name));
}
