import { describe, expect, it } from "vitest";
import { signalProcess } from "../../src/execution/signal-process.js";

describe("signalProcess", () => {
  it.each([0, 1, -1, process.pid, -process.pid, Number.NaN, 1.5])("never signals %d", (pid) => {
    // Signal 0 would succeed for all that exist.
    expect(signalProcess(pid, 0)).toBe(false);
  });

  it("tells what is gone", () => {
    expect(signalProcess(2 ** 30, 0)).toBe(false);
    expect(signalProcess(process.ppid, 0)).toBe(true);
  });
});
