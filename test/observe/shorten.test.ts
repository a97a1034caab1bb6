import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shortList, shortText } from "../../src/observe/shorten.js";

const text = fc.string({ unit: "binary", maxLength: 60 });

describe("shortText", () => {
  it("keeps what fits and says how much is left out of the rest", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, most) => {
        const short = shortText(whole, most);
        if (whole.length <= most) {
          expect(short).toBe(whole);
          return;
        }
        const [, kept, leftOut] = /^(.*)\[\+(\d+) characters\]$/s.exec(short)!;
        expect(whole.startsWith(kept!)).toBe(true);
        expect(kept!.length + Number(leftOut)).toBe(whole.length);
        expect(kept!.length).toBeGreaterThanOrEqual(most - 1);
        expect(kept!.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe("shortList", () => {
  it("is bounded whatever it is made from", () => {
    const lists = fc.array(text, { maxLength: 60 });
    fc.assert(
      fc.property(lists, (texts) => {
        const { items, leftOut } = shortList(texts, 10, 100);
        expect(items.length + leftOut).toBe(texts.length);
        expect(JSON.stringify(items.map((item) => "x".repeat(item.length))).length).toBeLessThanOrEqual(102);
        for (const [at, item] of items.entries()) expect(item.startsWith(texts[at]!.slice(0, 9))).toBe(true);
      }),
    );
    expect(shortList(Array(100_000).fill(""), 10, 100)).toEqual({ items: Array(33).fill(""), leftOut: 99_967 });
  });
});
