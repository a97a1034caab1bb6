import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { countByPairs } from "../../../src/result/tokens/bpe.js";

const real = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const corpus = join(import.meta.dirname, "../../corpus");

describe("countByPairs", () => {
  it("counts any text as the tokenizer does", () => {
    const text = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.string({ unit: "binary", maxLength: 100 }),
      fc.string({
        unit: fc.constantFrom(
          "'",
          "s",
          "LL",
          " ",
          "  ",
          "\n",
          "\r\n",
          "\t",
          "1",
          "ſ",
          "é",
          "漢",
          "😀",
          "<|endoftext|>",
        ),
      }),
      fc.base64String({ maxLength: 300 }),
      fc.lorem({ maxCount: 60 }),
    );
    fc.assert(
      fc.property(text, (drawn) => {
        expect(countByPairs(drawn.toWellFormed())).toBe(real(drawn.toWellFormed()));
      }),
      { numRuns: 3000 },
    );
  });

  it("counts real outputs as the tokenizer does", () => {
    const files = readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((name) =>
      /stdout|stderr/.test(name),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(join(corpus, file), "utf8").slice(0, 4000).toWellFormed();
      expect([file, countByPairs(text)]).toEqual([file, real(text)]);
    }
  });

  it("takes no time to speak of for a piece without an end", () => {
    expect(countByPairs("x".repeat(2000))).toBe(real("x".repeat(2000)));
  });
});
