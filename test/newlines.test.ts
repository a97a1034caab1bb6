import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countNewlines } from "../src/newlines.js";

const naive = (bytes: Buffer) => bytes.filter((byte) => byte === 10).length;

describe("countNewlines", () => {
  it("agrees with counting one by one, at any alignment", () => {
    const byte = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(9, 10, 11, 0x8a, 0, 255) }, fc.nat(255));
    fc.assert(
      fc.property(fc.array(byte, { maxLength: 700 }), fc.nat(9), fc.nat(9), (bytes, from, cut) => {
        const view = Buffer.from(bytes)
          .subarray(from)
          .subarray(0, -cut || undefined);
        expect(countNewlines(view)).toBe(naive(view));
      }),
    );
  });

  it("does not overflow its counters on line feeds alone", () => {
    for (const length of [1019, 1020, 1021, 4081, 100_003]) {
      expect(countNewlines(Buffer.alloc(length, 10))).toBe(length);
      expect(countNewlines(Buffer.alloc(length, 0x8a))).toBe(0);
    }
  });
});
