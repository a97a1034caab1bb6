import { closeSync, openSync, readlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inheritedDescriptors, shieldedStdio } from "../../src/execution/inherited-descriptors.js";

describe("what a child gets of the broker's descriptors", () => {
  it("is three when the broker has no others to give", () => {
    expect(shieldedStdio([])).toEqual(["ignore", "pipe", "pipe"]);
  });

  it.runIf(process.platform === "linux")("is /dev/null in place of others", () => {
    const stdio = shieldedStdio([4, 7]);
    expect(stdio).toEqual([
      "ignore",
      "pipe",
      "pipe",
      "ignore",
      expect.any(Number),
      "ignore",
      "ignore",
      expect.any(Number),
    ]);
    expect(stdio[4]).toBe(stdio[7]);
    expect(readlinkSync(`/proc/self/fd/${stdio[4]}`)).toBe("/dev/null");
    closeSync(stdio[4] as number);
  });

  it.runIf(process.platform === "linux")("leaves out what Node opened, which closes itself", () => {
    const own = openSync("/dev/null", "r");
    expect(inheritedDescriptors()).not.toContain(own);
    closeSync(own);
  });
});
