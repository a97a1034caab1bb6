import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chargeOf } from "../../src/capture/eviction.js";
import { Ledger } from "../../src/capture/ledger.js";
import { temporaryFolder } from "./support.js";

const dir = temporaryFolder();

describe("the ledger", () => {
  it("adds up over everybody who writes to it", async () => {
    const file = join(dir, "shared");
    const ledger = new Ledger(file);
    const append = `const fs = require("node:fs"); const fd = fs.openSync(${JSON.stringify(file)}, "a");
      for (let i = 0; i < 2000; i++) fs.writeSync(fd, "...");`;
    const others = [1, 2].map(() => once(spawn(process.execPath, ["-e", append], { stdio: "ignore" }), "exit"));
    for (let i = 0; i < 2000; i++) ledger.add(2);
    await Promise.all(others);
    expect(ledger.total()).toBe(2000 * 2 + 2 * 2000 * 3);
    expect(ledger.add(200_000)).toBe(216_000);
    ledger.close();
  });

  it("is put right by a scan without losing what came during it", () => {
    const ledger = new Ledger(join(dir, "scanned"));
    ledger.add(1000);
    const before = ledger.total()!;
    ledger.add(7);
    ledger.settle(400, before);
    expect(ledger.total()).toBe(407);
    ledger.settle(500, 407);
    expect(ledger.total()).toBe(500);
    ledger.close();
  });

  it("begins anew when its file was removed, and says so when it cannot be kept", () => {
    const file = join(dir, "removed");
    const ledger = new Ledger(file);
    expect(ledger.add(5)).toBe(5);
    rmSync(file);
    expect(ledger.add(3)).toBe(3);
    expect(statSync(file).size).toBe(3);
    ledger.close();
    expect(new Ledger(join(dir, "no", "such", "folder")).add(1)).toBeNull();
  });
});

describe("what an output is charged", () => {
  const cap = { bytes: 2 ** 28, files: 10_000 };

  it("is its place on disk, and at least its share of the most files there may be", () => {
    expect(chargeOf(1, cap)).toBe(7);
    expect(chargeOf(7 * 4096 + 1, cap)).toBe(8);
    expect(chargeOf(2 ** 30, cap)).toBe(2 ** 18);
    expect(chargeOf(1, cap) * cap.files * 4096).toBeGreaterThanOrEqual(cap.bytes);
  });
});
