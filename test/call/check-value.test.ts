import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkValue } from "../../src/call/index.js";
import type { JsonValue, ParameterType, ScalarType } from "../../src/contract/index.js";

const messages = (type: ParameterType, value: JsonValue, hosts: readonly string[] | null = null, secret = false) =>
  [...checkValue(type, value, { hosts, secret })].map(({ item, message }) =>
    item === null ? message : `[${item}] ${message}`,
  );

/** The same type as JSON Schema has it. */
function schema(type: ParameterType): object {
  if (type.type === "array") return { ...type, items: schema(type.items) };
  if (type.type === "boolean") return { type: "boolean" };
  if (type.type !== "path") return type;
  const { within: _, ...words } = type;
  return { ...words, type: "string", minLength: Math.max(1, type.minLength ?? 0) };
}

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const word = fc.oneof(
  fc.constantFrom("", "a", "ab", "B", "é", "😀", "😀x", "a-b", "5", "aaa"),
  fc.string({ unit: "grapheme", maxLength: 6 }),
);
const count = fc.nat(4);
/** Numbers that meet each other often. */
const figure = fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constantFrom(0.5, -1.5, 2.25, 1e21, -0));
const pattern = fc.constantFrom("^a", "b$", "^[a-z]+$", "^.$", "^.{2}$", "(a|é)+", "^[^a]*$", "^\\d+$", "a{2,}", "x?");

const strings = {
  enum: maybe(fc.array(word, { minLength: 1, maxLength: 4 })),
  pattern: maybe(pattern),
  minLength: maybe(count),
  maxLength: maybe(count),
};
const numbers = {
  enum: maybe(fc.array(figure, { minLength: 1, maxLength: 4 })),
  minimum: maybe(figure),
  maximum: maybe(figure),
  exclusiveMinimum: maybe(figure),
  exclusiveMaximum: maybe(figure),
  multipleOf: maybe(fc.constantFrom(1, 2, 3, 0.5, 0.25)),
};
const defined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
const scalar: fc.Arbitrary<ScalarType> = fc
  .oneof(
    fc.record({ type: fc.constant("string" as const), ...strings }),
    fc.record({ type: fc.constant("path" as const), within: fc.constant({ kind: "cwd" as const }), ...strings }),
    fc.record({ type: fc.constantFrom("integer" as const, "number" as const), ...numbers }),
  )
  .map((type) => defined(type) as ScalarType);
const type: fc.Arbitrary<ParameterType> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.constant({ type: "boolean" as const, flag: null }) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        type: fc.constant("array" as const),
        items: scalar,
        minItems: maybe(count),
        maxItems: maybe(count),
        uniqueItems: maybe(fc.boolean()),
      })
      .map((array) => defined(array)),
  },
);
const anything: fc.Arbitrary<JsonValue> = fc.oneof(
  word,
  figure,
  fc.boolean(),
  fc.constant(null),
  fc.constant({}),
  fc.constant([]),
);

/** Mostly of the right type, so that the words decide. */
function valueFor(one: ParameterType): fc.Arbitrary<JsonValue> {
  const fitting: fc.Arbitrary<JsonValue> =
    one.type === "array"
      ? fc.array(valueFor(one.items), { maxLength: 4 })
      : one.type === "boolean"
        ? fc.boolean()
        : one.type === "integer" || one.type === "number"
          ? figure
          : word;
  return fc.oneof({ weight: 9, arbitrary: fitting }, { weight: 1, arbitrary: anything });
}

describe("checkValue", () => {
  it("agrees with ajv, which coerces nothing", () => {
    const ajv = new Ajv2020({ strict: false, allErrors: false, coerceTypes: false });
    let taken = 0;
    fc.assert(
      fc.property(
        type.chain((one) => fc.tuple(fc.constant(one), valueFor(one))),
        ([one, given]) => {
          // ajv takes an integer that a number cannot hold exactly.
          fc.pre(!JSON.stringify(given).includes("e+21") || !JSON.stringify(one).includes('"integer"'));
          const valid = ajv.compile(schema(one))(given) as boolean;
          expect(messages(one, given).length === 0).toBe(valid);
          if (valid) taken++;
        },
      ),
      { numRuns: 3000 },
    );
    // Both answers were common.
    expect(taken).toBeGreaterThan(1000);
  });

  it.each<[ParameterType, JsonValue, string[]]>([
    [{ type: "integer", minimum: 1, maximum: 500 }, "x", ['expected an integer from 1 to 500, got the string "x"']],
    [{ type: "integer", minimum: 1 }, null, ["expected an integer of at least 1, got null"]],
    [{ type: "integer" }, 1.5, ["expected an integer, got the number 1.5"]],
    [{ type: "integer" }, 2 ** 53, ["must lie within ±9007199254740991, got 9007199254740992"]],
    [{ type: "number", maximum: 5 }, 6, ["must be at most 5, got 6"]],
    [{ type: "number", multipleOf: 0.1 }, 0.3, []],
    [{ type: "number", multipleOf: 0.01 }, 4.35, []],
    [{ type: "number", multipleOf: 0.1 }, 0.35, ["must be a multiple of 0.1, got 0.35"]],
    [{ type: "number", multipleOf: 1e-7 }, 1e21, []],
    [{ type: "string", enum: ["a", "b"] }, "c", ['must be "a" or "b", got "c"']],
    [{ type: "string", maxLength: 2 }, "😀😀", []],
    [{ type: "string", maxLength: 2 }, "abc", ["must have at most 2 characters, has 3"]],
    [{ type: "string", pattern: "^[a-z]+$" }, "A\n", ['must match the pattern "^[a-z]+$", got "A\\n"']],
    [
      { type: "string", format: "uuid" },
      "x",
      ['expected a UUID such as 123e4567-e89b-12d3-a456-426614174000, got "x"'],
    ],
    [{ type: "path", within: { kind: "cwd" } }, "", ["must not be empty"]],
    [{ type: "boolean", flag: "-x" }, "true", ['expected true or false, got the string "true"']],
    [{ type: "array", items: { type: "integer" } }, 5, ["expected an array, got the number 5"]],
    [
      { type: "array", items: { type: "integer" }, maxItems: 1, uniqueItems: true },
      [1, "x", 1],
      ["must have at most 1 items, has 3", '[1] expected an integer, got the string "x"', "[2] is given twice"],
    ],
  ])("of %j tells what is wrong with %j", (one, given, expected) => {
    expect(messages(one, given)).toEqual(expected);
  });

  it("keeps a secret, and what would tell of it, out of messages", () => {
    const types: ParameterType[] = [
      { type: "string", enum: ["hunter2", "hunter3"] },
      { type: "string", pattern: "^x" },
      { type: "string", format: "uri" },
      { type: "string", hosts: ["example.com"] },
      { type: "integer" },
      { type: "number", maximum: 3 },
      { type: "boolean", flag: null },
      { type: "array", items: { type: "string", pattern: "^x" } },
    ];
    for (const one of types) {
      for (const given of ["hunter9", 99887766, "https://hunter9.example/", ["hunter9"]]) {
        for (const message of messages(one, given, null, true)) {
          expect(message).not.toMatch(/hunter|99887766/);
        }
      }
    }
  });

  it("shows of a long or hostile value a short, printable piece", () => {
    const [message] = messages({ type: "integer" }, `\u001b]0;x\u0007\u202e${"x".repeat(1_000_000)}`);
    expect(message).toHaveLength("expected an integer, got the string ".length + message!.split("string ")[1]!.length);
    expect(message!.length).toBeLessThan(150);
    expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  });

  it("holds hosts from the config, and nothing back where it is not known", () => {
    const one: ParameterType = { type: "string", hosts: "config" };
    expect(messages(one, "https://a.example/", ["a.example"])).toEqual([]);
    expect(messages(one, "https://b.example/", ["a.example"])).toEqual([
      "names the host b.example, which is not allowed",
    ]);
    expect(messages(one, "https://b.example/", [])).toHaveLength(1);
    expect(messages(one, "https://b.example/", null)).toEqual([]);
  });

  it("takes time linear in the value, whatever the pattern", () => {
    const start = performance.now();
    for (const evil of ["^(a+)+$", "(a|aa)+$", "^(.*a){20}$", "(x+x+)+y", "^[a-z]*$", "^[a-z]*[0-9]$"]) {
      messages({ type: "string", pattern: evil }, `${"a".repeat(100_000)}!`);
    }
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
