import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type JsonReading, readJson } from "../../src/call/json-reader.js";

const parsed = (text: string): { value: unknown } | null => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
};

function faultOf(reading: JsonReading): { message: string; hint: string | null | undefined; path: string | null } {
  if (reading.kind === "mistake") return { ...reading.fault, path: null };
  if (reading.kind === "refused") return { ...reading.problem, hint: reading.problem.hint };
  throw new Error("was read");
}

const key = fc.oneof(fc.constantFrom("a", "b", "constructor", "toString", "0", "é", "a b", '"'), fc.string());
/** Texts, so that numbers and strings are written in more ways than JSON.stringify has. */
const document: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(
      fc.constantFrom(
        "null",
        "true",
        "false",
        "0",
        "-0",
        "1e3",
        "-2.50E-2",
        "1.5",
        '"\\u00e9\\n\\/"',
        '"\\ud83d\\ude00"',
      ),
      fc.integer().map(String),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => JSON.stringify(n)),
      fc.string().map((s) => JSON.stringify(s)),
    ),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[ ${items.join(",\n")}]`),
    fc
      .uniqueArray(fc.tuple(key, tie("value")), { maxLength: 4, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(" ,\t")} }`),
  ),
})).value;

describe("readJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(document, (text) => {
        fc.pre(!text.includes("\\u0000") && !text.includes("__proto__"));
        const reading = readJson(text);
        // An integer beyond 2^53 is refused; all else is the same.
        if (reading.kind === "refused") expect(reading.problem.message).toMatch(/to be held exactly/);
        else expect(reading).toEqual({ kind: "value", value: JSON.parse(text) });
      }),
      { numRuns: 1000 },
    );
  });

  it("takes and refuses what JSON.parse takes and refuses, whatever is broken", () => {
    const scrap = fc.constantFrom(
      "",
      ",",
      "]",
      "}",
      "{",
      '"',
      "\\",
      "\n",
      "'",
      "1",
      "x",
      " ",
      "\u0001",
      "\ufeff",
      "\ud800",
    );
    fc.assert(
      fc.property(document, fc.nat(), fc.nat(3), scrap, (text, place, length, piece) => {
        const at = place % (text.length + 1);
        const broken = text.slice(0, at) + piece + text.slice(at + length);
        const reading = readJson(broken);
        expect(reading.kind === "mistake").toBe(parsed(broken) === null);
      }),
      { numRuns: 3000 },
    );
  });

  it("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readJson(text)));
    fc.assert(fc.property(fc.stringMatching(/^[[\]{}",:\\u0-9truefalsn .eE+-]*$/), (text) => void readJson(text)));
  });

  it("refuses a key given twice at any depth, with its path", () => {
    const place = fc.array(fc.oneof(fc.constantFrom("a", "b", "c"), fc.nat(2)), { maxLength: 6 });
    fc.assert(
      fc.property(place, key, document, document, (path, name, first, second) => {
        fc.pre(name !== "__proto__" && !`${first}${second}`.includes("\\u0000"));
        fc.pre([first, second].every((text) => readJson(text).kind === "value"));
        const inner = `{${JSON.stringify(name)}:${first},"other":1,${JSON.stringify(name)}:${second}}`;
        fc.pre(name !== "other" && !name.includes("\0"));
        const text = path.reduceRight<string>(
          (whole, step) => (typeof step === "number" ? `[${"0,".repeat(step)}${whole}]` : `{"${step}":${whole}}`),
          inner,
        );
        const reading = readJson(text);
        expect(reading.kind).toBe("refused");
        const prefix = path.reduce<string>((p, step) => p + (typeof step === "number" ? `[${step}]` : `.${step}`), "$");
        expect(faultOf(reading).path?.startsWith(prefix)).toBe(true);
        expect(faultOf(reading).message).toMatch(/is given twice$/);
      }),
    );
  });

  it.each([
    ['{"__proto__": 1}', "$.__proto__", "__proto__"],
    ['{"a": [{"__proto__": {"cwd": "/etc"}}]}', "$.a[0].__proto__", "__proto__"],
    ['{"\\u005f_proto__": 1}', "$.__proto__", "__proto__"],
    ['{"a": ["x\\u0000y"]}', "$.a[0]", "NUL"],
    ['{"a\\u0000": 1}', "$", "NUL"],
    ['{"a": "\\ud83d"}', "$.a", "surrogate"],
    ['{"a": "\\ude00\\ud83d"}', "$.a", "surrogate"],
    ['{"\\ud83d": 1}', "$", "surrogate"],
    ['{"a": 1e999}', "$.a", "exactly"],
    ['{"a": 9007199254740993}', "$.a", "exactly"],
    ['{"odd key": {"a": 1, "a": 2}}', '$["odd key"].a', '"a"'],
  ])("refuses %s", (text, path, word) => {
    const reading = readJson(text);
    expect(reading.kind).toBe("refused");
    expect(faultOf(reading).path).toBe(path);
    expect(faultOf(reading).message).toContain(word);
  });

  it("takes lone surrogates in the text itself for what they are", () => {
    expect(faultOf(readJson('{"a": "\ud83d"}')).message).toContain("surrogate");
    expect(readJson('{"a": "\ud83d\ude00"}')).toEqual({ kind: "value", value: { a: "😀" } });
  });

  it.each([
    ["", "empty", "Send one JSON object"],
    ["  \n", "empty", "Send one JSON object"],
    ['{"tool": "x"', "line 1, column 13", "breaks off"],
    ['{"tool": "x', 'closing "', "breaks off"],
    ["{'tool': 'x'}", "line 1, column 2", "double quotes"],
    ["{tool: 1}", "a key", "double quotes"],
    ['{"tool": “x”}', "a value", "straight double quotes"],
    ['{"a": 1,}', "a key between double quotes, ", "Remove the comma"],
    ['{"a": [1,\n ]}', "line 2, column 2", "Remove the comma"],
    ['{"a": True}', "a value", "lower case"],
    ['{"a": None}', "a value", "lower case"],
    ['{"a": NaN}', "a value", "no such value"],
    ['{"a": -Infinity}', "a value", "no such value"],
    ['```json\n{"tool": "x"}\n```', "line 1", "code fence"],
    ['{"a": 1} {"b": 2}', "the end of the text", "--ndjson"],
    ['{"a": 1 // one\n}', '"," or "}"', "no comments"],
    ['{"a": 01}', '"," or "}"', "leading zero"],
    ['{"a": +1}', "a value", "plus sign"],
    ['{"a": "x\ny"}', "control character", "\\n"],
    ['{"a": "C:\\dir"}', "escape", "backslash"],
    ['{"a" 1}', '":" after the key', null],
    ['{"a": 1 "b": 2}', '"," or "}"', null],
    ["echo hi", "a value", "double quotes"],
  ])("says where %j stops being JSON and what to do", (text, message, hint) => {
    const fault = faultOf(readJson(text));
    expect(fault.message).toContain(message);
    if (hint !== null) expect(fault.hint).toContain(hint);
  });

  it("shows one character of what it found: the rest could be secret", () => {
    expect(faultOf(readJson('{"token": hunter2}')).message).toMatch(/found "h"$/);
    expect(faultOf(readJson('{"pin": 12345678901234567890}')).message).not.toContain("1234");
  });

  it("keeps what was read before the mistake", () => {
    expect(readJson('{"id": "c1", "tool": "x", "args": {"id": "inner"')).toMatchObject({
      kind: "mistake",
      partial: { id: "c1", tool: "x" },
    });
    expect(readJson('[{"id": "c1"')).toMatchObject({ partial: null });
  });

  it.each([
    ["arrays", "[".repeat(1_000_000)],
    ["closed arrays", "[".repeat(1_000_000) + "]".repeat(1_000_000)],
    ["objects", '{"a":'.repeat(1_000_000)],
  ])("takes a million nested %s for too deep, not for a crash", (_, text) => {
    expect(faultOf(readJson(text)).message).toContain("deeper than 64");
  });

  it.each([
    ["numbers", `[${"1,".repeat(4_000_000)}1]`],
    ["one string", `"${"a".repeat(8_000_000)}"`],
    ["escapes", `"${"\\n".repeat(4_000_000)}"`],
    ["quotes in many strings", `["${'","'.repeat(2_600_000)}"]`],
    ["keys", `{${Array.from({ length: 600_000 }, (_, at) => `"${at}k":1`).join(",")}}`],
    ["a key given twice a million times", `{${'"a":1,'.repeat(1_000_000)}"a":1}`],
    ["blanks", " ".repeat(8_000_000)],
    ["one long number", "1".repeat(8_000_000)],
    ["commas", `[${",".repeat(8_000_000)}`],
    ["lines", "\n".repeat(8_000_000)],
  ])("reads 8 MiB of %s in a bounded time", (_, text) => {
    const start = performance.now();
    readJson(text);
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
