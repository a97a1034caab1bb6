import fc from "fast-check";
import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import type { KeyPath } from "../../src/toml/key-path.js";
import { placesIn } from "../../src/toml/places.js";

const TEXT = `top = 1
include = [
  "a.toml",
  "b.toml",
]

[[tools]]
name = "one"
params.limit = { type = "integer", "odd name" = 2 }

[tools.params.paths]
type = "array"

[[tools]]
  name = "two"
[[tools.examples]]
args = [ "x", [ 1, 2 ] ]
`;

describe("placesIn", () => {
  const cases: [KeyPath, "key" | "value", number, number][] = [
    [["top"], "key", 1, 1],
    [["top"], "value", 1, 7],
    [["include"], "value", 2, 11],
    [["include", 1], "value", 4, 3],
    [["tools", 0], "value", 7, 1],
    [["tools", 0, "name"], "value", 8, 8],
    [["tools", 0, "params", "limit"], "key", 9, 8],
    [["tools", 0, "params", "limit", "type"], "value", 9, 25],
    [["tools", 0, "params", "limit", "odd name"], "key", 9, 36],
    [["tools", 0, "params", "paths"], "key", 11, 1],
    [["tools", 0, "params", "paths", "type"], "value", 12, 8],
    [["tools", 1, "name"], "value", 15, 10],
    [["tools", 1, "examples", 0], "key", 16, 1],
    [["tools", 1, "examples", 0, "args", 1, 1], "value", 17, 20],
  ];
  it.each(cases)("finds %j, its %s", async (path, at, line, column) => {
    expect((await placesIn(TEXT)).find(path, at)).toEqual({ line, column });
  });

  it("points at the nearest table for what is not there", async () => {
    const places = await placesIn(TEXT);
    expect(places.find(["tools", 1, "timeout"], "value")).toEqual({ line: 14, column: 1 });
    expect(places.find(["tools", 0, "params", "paths", "items"], "value")).toEqual({ line: 11, column: 1 });
    expect(places.find(["nothing"], "value")).toBeNull();
  });

  it("counts the same with CRLF", async () => {
    const places = await placesIn(TEXT.replaceAll("\n", "\r\n"));
    expect(places.find(["tools", 1, "examples", 0, "args", 0], "value")).toEqual({ line: 17, column: 10 });
  });

  it("gives no place, and no error, for a text it cannot read", async () => {
    expect((await placesIn("a = [")).find(["a"], "key")).toBeNull();
  });

  it("finds every key of any document", async () => {
    const key = fc.string({ minLength: 1, maxLength: 6 }).filter((name) => name !== "__proto__");
    const tree = fc.letrec((tie) => ({
      table: fc.dictionary(key, tie("value"), { maxKeys: 4 }),
      value: fc.oneof(
        { maxDepth: 3 },
        fc.integer(),
        fc.boolean(),
        fc.string({ unit: "grapheme" }),
        fc.array(fc.integer(), { maxLength: 3 }),
        tie("table"),
      ),
    })).table;
    await fc.assert(
      fc.asyncProperty(tree, async (table) => {
        const places = await placesIn(stringify(table as Record<string, unknown>));
        for (const path of pathsIn(table, [])) expect(places.find(path, "value")).not.toBeNull();
      }),
      { numRuns: 100 },
    );
  });
});

function* pathsIn(value: unknown, path: KeyPath): Generator<KeyPath> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const next = [...path, Array.isArray(value) ? Number(key) : key];
    yield next;
    yield* pathsIn(inner, next);
  }
}
