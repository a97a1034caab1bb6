import { describe, expect, it } from "vitest";
import { isPortablePattern } from "../../src/toolspecs/pattern.js";

describe("isPortablePattern", () => {
  it.each(["", "^v\\d+(\\.\\d+)*$", "[a-z0-9_-]+", "(?:a|b){2,3}?", "a\\.b", "[^/]*", "日本", "\\bword\\b"])(
    "takes %s",
    (pattern) => {
      expect(isPortablePattern(pattern)).toBe(true);
    },
  );

  it.each([
    "(?i)a",
    "\\pL",
    "\\p{L}",
    "[[:alpha:]]",
    "(?P<n>a)",
    "(?=a)",
    "\\Aa",
    "a\\z",
    "a**",
    "a++",
    "[a--b]",
    "(",
    "[",
    "{",
    "\\Qa\\E",
    "[a&&b]",
    "\\x{10FFFF}",
  ])("refuses %s", (pattern) => {
    expect(isPortablePattern(pattern)).toBe(false);
  });

  it("is linear for long input", () => {
    const started = performance.now();
    expect(isPortablePattern(`${"(a|b)*".repeat(20_000)}(`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
