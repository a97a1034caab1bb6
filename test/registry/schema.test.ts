import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { acceptsConfig, acceptsRegistry } from "../../src/generated/accepts.js";
import { validateConfig, validateRegistry } from "../../src/generated/validators.js";
import { SIZE_PATTERN } from "../../src/toml/index.js";
import { FULL_TOOL } from "./full-tool.js";
import { packageDir } from "./support.js";

type Schema = Record<string, unknown>;
const read = (name: string): Schema =>
  JSON.parse(readFileSync(join(packageDir, `schemas/${name}.schema.json`), "utf8"));

/** What editors for TOML understand of Draft 4, and the words of our own. */
const WORDS =
  /^(\$schema|\$ref|title|description|type|enum|properties|patternProperties|additionalProperties|required|definitions|items|minItems|uniqueItems|minimum|maximum|minLength|maxLength|pattern|x-(expects|names|words|also|elsewhere))$/;

function* schemasIn(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  for (const word of ["properties", "patternProperties", "definitions"]) {
    for (const [name, inner] of Object.entries((schema[word] ?? {}) as Schema)) {
      yield* schemasIn(inner as Schema, `${path}/${word}/${name}`);
    }
  }
  if (schema.items !== undefined) yield* schemasIn(schema.items as Schema, `${path}/items`);
}

describe.each(["registry", "config"])("schemas/%s.schema.json", (name) => {
  const schema = read(name);
  const all = [...schemasIn(schema, "#")];

  it("keeps to words that editors know", () => {
    expect(schema.$schema).toBe("http://json-schema.org/draft-04/schema#");
    expect(
      all.flatMap(([path, one]) =>
        Object.keys(one)
          .filter((word) => !WORDS.test(word))
          .map((word) => `${path} ${word}`),
      ),
    ).toEqual([]);
  });

  it("says of every place what belongs there, and describes every key", () => {
    const silent = all.filter(
      ([path, one]) => one.$ref === undefined && one["x-expects"] === undefined && !path.endsWith("/default"),
    );
    expect(silent.map(([path]) => path)).toEqual([]);
    const undescribed = all.filter(
      ([path, one]) => /\/properties\/[^/]+$/.test(path) && one.$ref === undefined && one.description === undefined,
    );
    expect(undescribed.map(([path]) => path)).toEqual([]);
  });

  it("refuses keys it does not know", () => {
    const open = all.filter(
      ([path, one]) => one.type === "object" && one.additionalProperties !== false && path !== "#",
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it("writes sizes as the code reads them", () => {
    const patterns = all.map(([, one]) => String(one.pattern)).filter((pattern) => pattern.includes("KiB"));
    expect(new Set(patterns)).toEqual(new Set([SIZE_PATTERN.source]));
  });
});

describe("the generated validators", () => {
  const ajv = new Ajv2020({ allowUnionTypes: true, strict: false });
  const expected = (name: string) => {
    const { $schema, ...schema } = read(name);
    return ajv.compile(schema);
  };
  /** The document with one value somewhere in it replaced, or one key added. */
  const mutant = (valid: object) =>
    fc.tuple(fc.nat(), fc.jsonValue({ maxDepth: 2 }), fc.boolean()).map(([at, value, adds]) => {
      const document = structuredClone(valid);
      const places = [...placesIn(document)];
      const [parent, key] = places[at % places.length]!;
      (parent as Schema)[adds && !Array.isArray(parent) ? `${key}x` : key] = value;
      return document;
    });

  it.each([
    ["registry", acceptsRegistry, validateRegistry, parse(FULL_TOOL)],
    ["config", acceptsConfig, validateConfig, parse(readFileSync(join(packageDir, "config/development.toml"), "utf8"))],
  ] as const)("are those of the %s schema, for any document", (name, accepts, validate, valid) => {
    const reference = expected(name);
    expect(accepts(valid)).toBe(true);
    let refused = 0;
    fc.assert(
      fc.property(mutant(valid), (document) => {
        const right = reference(document);
        if (!right) refused += 1;
        expect([accepts(document), validate(document)]).toEqual([right, right]);
        if (!right) expect(validate.errors?.length).toBeGreaterThan(0);
      }),
      { numRuns: 1000 },
    );
    expect(refused).toBeGreaterThan(200);
  });
});

function* placesIn(value: unknown): Generator<[object, string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield [value, key];
    yield* placesIn(inner);
  }
}
