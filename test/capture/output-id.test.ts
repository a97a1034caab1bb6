import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOutputId, newOutputId, outputIdTime } from "../../src/capture/output-id.js";

describe("output ids", () => {
  const times = fc.integer({ min: 0, max: 32_000_000_000_000 });

  it("are well-formed, tell their time and sort by it", () => {
    fc.assert(
      fc.property(times, times, (a, b) => {
        const [first, second] = [newOutputId(a), newOutputId(b)];
        expect(isOutputId(first)).toBe(true);
        expect(outputIdTime(first)).toBe(a);
        if (a !== b) expect(first < second).toBe(a < b);
      }),
    );
  });

  it("do not repeat", () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newOutputId(1))).size).toBe(20_000);
  });

  it("are told from everything that could lead out of the folder", () => {
    const id = newOutputId();
    const bad = [
      "",
      ".",
      "..",
      "running",
      "ledger",
      `${id}\n`,
      `../${id}`,
      `${id}/..`,
      id.toUpperCase(),
      id.slice(1),
      `${id}0`,
    ];
    for (const text of bad) expect(isOutputId(text), JSON.stringify(text)).toBe(false);
    fc.assert(fc.property(fc.string(), (text) => !isOutputId(text) || /^o_[0-9a-z]{19}$/.test(text)));
  });
});
