import { mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../src/make-folder.js";
import { folderWith } from "./toml/folder.js";

it("makes what is missing, with its mode, and leaves what is there", () => {
  const base = folderWith({});
  makeFolder(join(base, "a/b/c"), 0o700);
  expect(statSync(join(base, "a/b/c")).mode & 0o777).toBe(0o700);
  expect(statSync(join(base, "a")).mode & 0o777).toBe(0o700);
  mkdirSync(join(base, "open"), { mode: 0o755 });
  makeFolder(join(base, "open"), 0o700);
  expect(statSync(join(base, "open")).mode & 0o777).toBe(0o755);
  makeFolder("/");
});

it("follows links to folders", () => {
  const base = folderWith({});
  mkdirSync(join(base, "real"));
  symlinkSync("real", join(base, "link"));
  makeFolder(join(base, "link/x"));
  expect(statSync(join(base, "real/x")).isDirectory()).toBe(true);
});

it("throws where a file is in the way", () => {
  const base = folderWith({ file: "" });
  expect(() => makeFolder(join(base, "file"))).toThrow("EEXIST");
  expect(() => makeFolder(join(base, "file/a/b"))).toThrow("ENOTDIR");
});

it.skipIf(process.platform !== "linux").each(["/proc/nowhere", "/proc/nowhere/a/b", "/proc/self/nowhere/a"])(
  "comes back from %s",
  (path) => {
    expect(() => makeFolder(path)).toThrow("ENOENT");
  },
);
