import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { liesWithin, realPath } from "../../src/call/real-path.js";
import { makeFolder, temporaryFolder } from "./support.js";

const at = (path: string, base: string) => {
  const real = realPath(path, base);
  return real.kind === "path" ? real.path : `unknown: ${real.reason}`;
};

describe("realPath", () => {
  it("arrives where the kernel does, for whatever exists", () => {
    const root = temporaryFolder();
    makeFolder(root, "a", "b");
    makeFolder(root, "c");
    writeFileSync(join(root, "c", "file"), "");
    symlinkSync("b", join(root, "a", "here"));
    symlinkSync("../c", join(root, "a", "b", "over"));
    symlinkSync(join(root, "a"), join(root, "c", "whole"));
    symlinkSync(".", join(root, "self"));
    symlinkSync("loop", join(root, "loop"));
    symlinkSync("c/file", join(root, "file"));
    symlinkSync("/", join(root, "top"));
    const name = fc.constantFrom("a", "b", "c", "here", "over", "whole", "self", "file", "loop", "..", ".", "", "top");
    let existing = 0;
    fc.assert(
      fc.property(fc.array(name, { maxLength: 7 }), fc.boolean(), (names, absolute) => {
        const path = (absolute ? `${root}/` : "") + (names.join("/") || ".");
        const whole = path.startsWith("/") ? path : `${root}/${path}`;
        // realpath(3) fails for what does not exist, goes in circles, or goes on below a file.
        let kernel: string;
        try {
          kernel = realpathSync.native(whole);
        } catch {
          return;
        }
        existing++;
        expect(at(path, root)).toBe(kernel);
      }),
      { numRuns: 2000 },
    );
    expect(existing).toBeGreaterThan(100);
  });

  it("goes on where nothing is yet, but not up again", () => {
    const root = temporaryFolder();
    makeFolder(root, "a");
    expect(at("a/new/deep.txt", root)).toBe(join(root, "a/new/deep.txt"));
    expect(at("new/../a", root)).toContain("unknown: goes up");
    expect(at("new/./x//y/", root)).toBe(join(root, "new/x/y"));
    expect(at("../new", join(root, "a"))).toBe(join(root, "new"));
  });

  it("follows a link that leads nowhere to where a file would be made", () => {
    const root = temporaryFolder();
    symlinkSync("/nowhere/x", join(root, "out"));
    symlinkSync("target", join(root, "in"));
    expect(at("out", root)).toBe("/nowhere/x");
    expect(at("out/y", root)).toBe("/nowhere/x/y");
    expect(at("in", root)).toBe(join(root, "target"));
    expect(at("in/../x", root)).toContain("unknown: goes up");
  });

  it("takes `..` after the link, not before", () => {
    const root = temporaryFolder();
    makeFolder(root, "in", "deep");
    symlinkSync("/usr/bin", join(root, "link"));
    symlinkSync(join(root, "in", "deep"), join(root, "down"));
    expect(at("link/../lib", root)).toBe(realpathSync("/usr/lib"));
    expect(at("down/..", root)).toBe(join(root, "in"));
  });

  it("gives up on circles, on long chains, on long paths and on /proc", () => {
    const root = temporaryFolder();
    symlinkSync("b", join(root, "a"));
    symlinkSync("a", join(root, "b"));
    expect(at("a", root)).toContain("too many symbolic links");
    expect(at("x".repeat(5000), root)).toContain("longer than");
    if (existsSync("/proc/self")) {
      symlinkSync("/proc/self/cwd", join(root, "cwd"));
      symlinkSync("/dev/fd/0", join(root, "stdin"));
      expect(at("cwd/x", root)).toContain("/proc");
      expect(at("stdin", root)).toContain("/proc");
      expect(at("/proc/self/root/etc", root)).toContain("/proc");
    }
  });

  it("takes a file for a folder with nothing in it", () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "file"), "");
    expect(at("file/x", root)).toBe(join(root, "file/x"));
    expect(at("file/x/..", root)).toContain("unknown");
  });

  it("looks each entry up once", () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "d"));
    const entries = new Map();
    for (let n = 0; n < 200; n++) realPath(`${"d/../".repeat(800)}x${n}`, root, entries);
    expect(entries.size).toBe(201);
  });
});

describe("liesWithin", () => {
  it.each([
    ["/tmp/r", "/tmp/r", true],
    ["/tmp/r", "/tmp/r/sub", true],
    ["/tmp/r", "/tmp/r-evil", false],
    ["/tmp/r", "/tmp", false],
    ["/", "/etc", true],
    ["/tmp/r/", "/tmp/r/x", true],
  ])("of %s and %s is %s", (folder, path, expected) => expect(liesWithin(folder, path)).toBe(expected));
});
