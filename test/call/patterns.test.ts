import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { patternFault } from "../../src/call/index.js";
import { isSimple, matches } from "../../src/call/patterns.js";

const atom = fc.constantFrom(
  "a",
  "b",
  "-",
  "0",
  "\\.",
  "\\d",
  "\\w",
  "[a-c]",
  "[A-Za-z0-9._/-]",
  "[-ab]",
  "[\\w.]",
  "[ab*]",
  "[\\]b]",
);
const exactly = fc.constantFrom("", "", "{2}", "{0}");
const repeated = fc.constantFrom("*", "+", "?", "{1,3}", "{2,}");
const pieces = fc.array(
  fc.tuple(atom, exactly).map((pair) => pair.join("")),
  { maxLength: 3 },
);
const simple = fc
  .tuple(
    pieces,
    fc.option(
      fc.tuple(atom, repeated).map((pair) => pair.join("")),
      { nil: "" },
    ),
    pieces,
    fc.constantFrom("$", ""),
  )
  .map(([before, one, after, end]) => `^${before.join("")}${one}${after.join("")}${end}`);
const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "-", "0", ".", "_", "Z", "]", "*", "\n", "é", "😀") });

describe("patterns", () => {
  it("mean without RE2 what they mean with it", () => {
    fc.assert(
      fc.property(simple, text, (pattern, given) => {
        expect(isSimple(pattern)).toBe(true);
        expect(matches(pattern, given)).toBe(RE2JS.compile(pattern).matcher(given).find());
      }),
      { numRuns: 1500 },
    );
  });

  it.each([
    "^(a+)+$",
    "a*",
    "^a*b*$",
    "^a+?$",
    "^[^a]*$",
    "^.*$",
    "^\\s*$",
    "^a|b$",
    "^é$",
    "^[[:alpha:]]$",
    "^a**$",
    "^\\b",
    "(?i)^a",
  ])("leave %s to RE2", (pattern) => expect(isSimple(pattern)).toBe(false));

  it.each(["^[a-z]*[0-9]$", "^[a-z]+$", "^a{2,}b", "^(a|b)*$"])("match 8 MiB with %s", (pattern) => {
    const start = performance.now();
    expect(matches(pattern, `${"a".repeat(8_000_000)}!`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("are found anywhere unless they say otherwise", () => {
    expect(matches("b", "abc")).toBe(true);
    expect(matches("^b", "abc")).toBe(false);
  });

  it.each([
    ["(", /missing closing/],
    ["[z-a]", /./],
    ["a{2,1}", /./],
    ["^[z-a]+$", /./],
    ["(?=a)", /./],
    ["(a)\\1", /./],
  ])("tell what is wrong with %s", (pattern, why) => expect(patternFault(pattern)).toMatch(why));

  it("are sound otherwise", () => {
    expect(patternFault("^v\\d+(\\.\\d+)*$")).toBeNull();
    expect(patternFault("^[a-z]+$")).toBeNull();
  });
});
