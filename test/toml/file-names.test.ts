import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { absolutePattern, isGlob, unescapeGlob } from "../../src/toml/index.js";
import { folderWith } from "./folder.js";

describe("absolutePattern", () => {
  it.each([
    ["/a/b", "c.toml", "/a/b/c.toml"],
    ["/a/b", "../c/*.toml", "/a/c/*.toml"],
    ["/a/b", "/x/./*.toml", "/x/*.toml"],
    ["/a/b", "pack:git", "pack:git"],
    ["/a [1]", "*.toml", "/a \\[1\\]/*.toml"],
    ["/a (copy)", "c.toml", "/a \\(copy\\)/c.toml"],
  ])("in %s makes of %s %s", (folder, name, pattern) => expect(absolutePattern(folder, name)).toBe(pattern));

  it("takes a name that is there as a name, whatever letters it has", () => {
    const folder = folderWith({ "a[1].toml": "" });
    const pattern = absolutePattern(folder, "a[1].toml");
    expect(isGlob(pattern)).toBe(false);
    expect(unescapeGlob(pattern)).toBe(join(folder, "a[1].toml"));
  });

  it("never takes a folder for a pattern", () => {
    const segment = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/[/\0]|^\.+$/.test(text));
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
        const folder = `/${segments.join("/")}`;
        const pattern = absolutePattern(folder, "tools.toml");
        expect(isGlob(pattern)).toBe(false);
        expect(unescapeGlob(pattern)).toBe(join(folder, "tools.toml"));
      }),
    );
  });
});
