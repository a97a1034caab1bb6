import fc from "fast-check";
import { countTokens as count } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { countTokens, estimateTokens, fits, surelyFits } from "../../../src/result/tokens/index.js";

const real = (text: string) => count(text, { disallowedSpecial: new Set() });

describe("estimateTokens", () => {
  it.each([
    "2026-01-05 10:00:00,123 ERROR [pool-1] com.acme.Store - could not open /var/lib/acme/db.sqlite: locked\n",
    '{"id":"job-17","state":"failed","startedAt":"2026-01-05T10:11:00Z","durationMs":4309}\n',
    "    at Object.<anonymous> (/project/node_modules/jest/build/index.js:120:14)\n",
    "src/auth.c:12:5: warning: implicit declaration of function 'strlcpy' [-Wimplicit-function-declaration]\n",
    "错误: 找不到符号 变量 undefinedVar0\n",
    "========================= short test summary info =========================\n",
  ])("is near the real count of %j", (line) => {
    const text = line.repeat(20);
    const ratio = estimateTokens(text) / real(text);
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.6);
  });

  it("stops when it has counted enough", () => {
    expect(estimateTokens("word ".repeat(1_000_000), 100)).toBeLessThan(105);
  });
});

describe("fits", () => {
  it("is never sure of what does not fit", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ maxLength: 400 }),
          fc.string({ unit: "binary", maxLength: 200 }),
          fc.base64String({ maxLength: 400 }),
          fc.lorem({ maxCount: 60 }),
        ),
        fc.integer({ min: 1, max: 300 }),
        (text, budget) => {
          if (surelyFits(text.toWellFormed(), budget)) expect(real(text.toWellFormed())).toBeLessThanOrEqual(budget);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("agrees with the tokenizer", () => {
    const text = "INFO worker 7 finished job 12 in 30 ms\n".repeat(30);
    expect(fits(text, real(text) + 5)).toBe(true);
    expect(fits(text, real(text) - 30)).toBe(false);
  });

  it("counts a long run of one character in chunks", () => {
    const text = "a".repeat(200_000);
    const start = performance.now();
    expect(countTokens(text)).toBeGreaterThan(10_000);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
