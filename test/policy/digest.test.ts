import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callDigest } from "../../src/policy/index.js";
import { built, tool } from "../call/support.js";

const base = built(tool());

describe("callDigest", () => {
  it("is the same for the same argv, cwd and names of variables, whatever their order or values", () => {
    const one = callDigest({ ...base, env: { A: "1", B: "2" } });
    expect(callDigest({ ...base, id: "other", priority: 5, env: { B: "x", A: "y" } })).toBe(one);
  });

  it("differs as soon as one of them does", () => {
    const variants = [
      base,
      { ...base, argv: [...base.argv, "x"] },
      { ...base, cwd: { kind: "temp" as const } },
      { ...base, cwd: { kind: "folder" as const, path: "/" } },
      { ...base, env: { ...base.env, X: "" } },
    ];
    expect(new Set(variants.map(callDigest)).size).toBe(variants.length);
  });

  it("is never shared by calls whose words are cut elsewhere", () => {
    const words = fc.array(
      fc.string({ unit: fc.constantFrom("a", '"', ",", "[", "]", "\\", "\n", " "), maxLength: 4 }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(words, words, (first, second) => {
        const same = JSON.stringify(first) === JSON.stringify(second);
        expect(callDigest({ ...base, argv: first }) === callDigest({ ...base, argv: second })).toBe(same);
      }),
    );
  });
});
