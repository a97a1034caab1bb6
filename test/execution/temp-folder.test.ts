import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTempFolder, removeTempFolder } from "../../src/execution/temp-folder.js";

describe("a temporary folder", () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("is new, empty and closed to others", () => {
    const [one, two] = [createTempFolder(), createTempFolder()] as string[];
    expect(one).not.toBe(two);
    expect(statSync(one!).mode & 0o777).toBe(0o700);
    expect(readdirSync(one!)).toEqual([]);
    for (const folder of [one!, two!]) rmSync(folder, { recursive: true });
  });

  it("goes with all in it, also what a tool closed, and nothing that a link points to", async () => {
    const outside = mkdtempSync(join(tmpdir(), "outside-"));
    writeFileSync(join(outside, "kept"), "");
    const folder = createTempFolder() as string;
    mkdirSync(join(folder, "a/b"), { recursive: true });
    writeFileSync(join(folder, "a/b/file"), "");
    symlinkSync(outside, join(folder, "a/link"));
    chmodSync(join(folder, "a/b"), 0);
    chmodSync(join(folder, "a"), 0);
    expect(await removeTempFolder(folder)).toBe(true);
    expect(existsSync(folder)).toBe(false);
    expect(readdirSync(outside)).toEqual(["kept"]);
    rmSync(outside, { recursive: true });
  });

  it("may be gone already", async () => {
    expect(await removeTempFolder("/no/such/folder")).toBe(true);
  });

  it("names TMPDIR when it cannot be made", () => {
    vi.stubEnv("TMPDIR", "/no/such/folder");
    expect(createTempFolder()).toMatchObject({
      code: "AR_CWD_MISSING",
      message: expect.stringContaining("/no/such/folder"),
      hint: expect.stringContaining("TMPDIR"),
    });
  });
});
