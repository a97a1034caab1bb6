import { spawnSync } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tryLock } from "../../src/capture/lock-file.js";
import { isAlive, ownIdentity } from "../../src/capture/process-identity.js";
import { temporaryFolder } from "./support.js";

const dir = temporaryFolder();

describe("a lock file", () => {
  it("lets one in at a time", () => {
    const file = join(dir, "one");
    const lock = tryLock(file);
    expect(lock).not.toBeNull();
    expect(tryLock(file)).toBeNull();
    lock!.release();
    expect(existsSync(file)).toBe(false);
    tryLock(file)!.release();
  });

  it("of a dead process, or of one that never wrote its name in it, is broken", () => {
    const file = join(dir, "stale");
    writeFileSync(file, JSON.stringify({ pid: spawnSync("true").pid, started: null }));
    tryLock(file)!.release();
    writeFileSync(file, "");
    expect(tryLock(file)).toBeNull();
    utimesSync(file, new Date(0), new Date(0));
    tryLock(file)!.release();
  });

  it("is not taken where it cannot be written", () => {
    expect(tryLock(join(dir, "no", "folder"))).toBeNull();
  });
});

describe("a process identity", () => {
  it.runIf(process.platform === "linux")("tells this process from a later one of the same id", () => {
    expect(isAlive(ownIdentity())).toBe(true);
    expect(isAlive({ pid: process.pid, started: "1" })).toBe(false);
    expect(isAlive({ pid: process.pid, started: null })).toBe(true);
    const { pid } = spawnSync("true");
    expect(isAlive({ pid, started: null })).toBe(false);
    expect(isAlive({ pid, started: "1" })).toBe(false);
  });
});
