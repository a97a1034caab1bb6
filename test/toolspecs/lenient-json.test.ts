import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLenientJson } from "../../src/toolspecs/lenient-json.js";

describe("readLenientJson", () => {
  it("reads what JSON.parse reads, to the same value and without a repair", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readLenientJson(text)).toEqual({ ok: true, value: JSON.parse(text), repairs: [] });
      }),
    );
  });

  it("answers any text with a value or a reason", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[[\]{}'",:a1\\ ]*$/)), (text) => {
        const read = readLenientJson(text);
        if (read.ok && read.repairs.length === 0) expect(JSON.parse(text)).toEqual(read.value);
        if (!read.ok && isJson(text)) expect(read.message).toMatch(/twice|that fits|nested deeper/);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ["{'a': 'b'}", { a: "b" }, ["single quotes"]],
    ['{"a": [1, 2,],}', { a: [1, 2] }, ["a trailing comma"]],
    ["{'a': True, 'b': None,}", { a: true, b: null }, ["single quotes", "True", "None", "a trailing comma"]],
    ['{"a": "x\ny"}', { a: "x\ny" }, ["a raw line break or tab in a string"]],
    ['{"it\'s": "it\'s"}', { "it's": "it's" }, []],
    ["{'a': 'it\\'s'}", { a: "it's" }, ["single quotes", "an escaped single quote"]],
  ])("repairs %s", (text, value, repairs) => {
    expect(readLenientJson(text)).toEqual({ ok: true, value, repairs });
  });

  it.each([
    ["{'a': 'it's'}", "expected a comma or }"],
    ['{"a": 1, "a": 2}', 'the key "a" is given twice'],
    ["{a: 1}", "expected a key in quotes"],
    ['{"a": 1', "expected a comma or }"],
    ['{"a": 01}', "expected the end of the number"],
    ['{"a": 1e999}', "expected a number that fits"],
    ['{"a": 1} {"b": 2}', "expected the end"],
    ["[,]", "expected a JSON value"],
    ["ls -la", "expected a JSON value"],
    ['"\\x41"', "expected a JSON escape"],
    ["[".repeat(70_000), "nested deeper than 64 levels"],
  ])("refuses %s", (text, message) => {
    const read = readLenientJson(text);
    expect(read.ok ? "" : read.message).toContain(message);
  });

  it("makes __proto__ a key like any other", () => {
    const read = readLenientJson('{"__proto__": {"polluted": true}}');
    expect(read.ok && Object.keys(read.value as object)).toEqual(["__proto__"]);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
