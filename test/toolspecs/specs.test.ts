import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOOL_FORMATS, toToolSpecs } from "../../src/toolspecs/index.js";
import { anyRegistry, definition, parameter } from "./definitions.js";
import { faultsOf } from "./provider-rules.js";

const full = definition({
  name: "grep_code",
  description: "Searches the code.",
  risk: "high",
  readOnly: false,
  idempotent: true,
  network: true,
  maxTimeoutMs: 600_000,
  parameters: [
    parameter("pattern", { type: "string", pattern: "(?i)x", minLength: 1 }),
    parameter(
      "paths",
      { type: "array", items: { type: "path", within: { kind: "project_root" } }, maxItems: 9 },
      { optional: true },
    ),
    parameter("limit", { type: "integer", minimum: 1, maximum: 500 }, { default: 20 }),
    parameter("depth", { type: "integer", enum: [1, 2], exclusiveMinimum: 0 }, { optional: true }),
    parameter("url", { type: "string", format: "uri", hosts: ["a.example", "*.b.example"] }),
    parameter("token", { type: "string" }, { secret: true }),
    parameter("verbose", { type: "boolean", flag: "-v" }, { default: false }),
  ],
});

describe("toToolSpecs", () => {
  it.each(TOOL_FORMATS.filter((format) => format !== "json"))("keeps the rules of %s for any registry", (format) => {
    fc.assert(
      fc.property(anyRegistry, (tools) => {
        expect(faultsOf(format, toToolSpecs(format, tools))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("finds a fault where there is one", () => {
    const [spec] = toToolSpecs("openai", [full]);
    const broken = { ...spec, parameters: { ...spec?.parameters, anyOf: [] } };
    expect(faultsOf("openai", [broken])).toContain("anyOf at the root");
    expect(faultsOf("openai-strict", toToolSpecs("openai", [full]))).not.toEqual([]);
    expect(faultsOf("gemini", [{ functionDeclarations: [{ name: "a b", description: "x" }] }])).toContain("name a b");
  });

  it("says in words what a provider has no word for", () => {
    const [declared] = toToolSpecs("gemini", [full])[0]?.functionDeclarations ?? [];
    const said = Object.fromEntries(
      Object.entries(
        (declared!.parameters as { properties: { [name: string]: { description: string } } }).properties,
      ).map(([name, property]) => [name, property.description]),
    );
    expect(said).toEqual({
      pattern: 'The pattern. Must match the regular expression "(?i)x".',
      paths: "The paths. A path in the project.",
      limit: "The limit. Default: 20.",
      depth: "The depth. One of: 1, 2. Greater than 0.",
      url: "The url. Format: uri. Allowed hosts: a.example, *.b.example.",
      token: "The token. Secret: its value is never logged.",
      verbose: "The verbose. Default: false.",
    });
  });

  it("ends each sentence before the next, and leaves an end that is there", () => {
    const texts = [
      ["How many", "How many. Default: 20."],
      ["How many?", "How many? Default: 20."],
      ["数量。", "数量。 Default: 20."],
      ["How many (at most)", "How many (at most). Default: 20."],
      ["  ", "Default: 20."],
    ];
    for (const [description, expected] of texts) {
      const tool = definition({
        description: "Prints",
        parameters: [parameter("limit", { type: "integer" }, { description, default: 20 })],
      });
      const [spec] = toToolSpecs("gemini", [tool])[0]!.functionDeclarations;
      const { limit } = (spec!.parameters as { properties: { limit: { description: string } } }).properties;
      expect(limit.description).toBe(expected);
      expect(spec!.description).toMatch(/^Prints\. Long output/);
    }
  });

  it("makes what may be left out nullable in strict mode", () => {
    const [spec] = toToolSpecs("openai-strict", [full]);
    const properties = spec?.parameters.properties as { [name: string]: { type: unknown; enum?: unknown } };
    expect(properties.pattern?.type).toBe("string");
    expect(properties.limit?.type).toEqual(["integer", "null"]);
    expect(properties.depth).toMatchObject({ type: ["integer", "null"], enum: [1, 2, null] });
    expect(spec?.parameters.required).toEqual(["pattern", "paths", "limit", "depth", "url", "token", "verbose"]);
  });

  it("sets all four MCP annotations from the definition", () => {
    const [spec] = toToolSpecs("mcp", [full]);
    expect(spec?.annotations).toEqual({
      title: "Grep code",
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: true,
    });
    expect(spec?.description).toContain("no head or tail needed");
    expect(spec?.description).toContain("May run for up to 600 s.");
  });

  it("keeps the order, and a tool without parameters is fine everywhere", () => {
    const tools = [definition({ name: "b" }), definition({ name: "a" })];
    for (const format of TOOL_FORMATS) {
      const written = JSON.stringify(toToolSpecs(format, tools));
      expect(written.indexOf('"b"')).toBeLessThan(written.indexOf('"a"'));
    }
    expect(toToolSpecs("gemini", [])).toEqual([]);
  });

  it("gives a JSON Schema that takes what the tool takes", () => {
    const [spec] = toToolSpecs("json", [full]);
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(spec?.parameters ?? {});
    expect(validate({ pattern: "x", url: "https://a.example", token: "t", limit: 3, paths: ["src"] })).toBe(true);
    expect(validate({ pattern: "x", url: "https://a.example", token: "t", limit: 0 })).toBe(false);
    expect(validate({ pattern: "x", url: "https://a.example" })).toBe(false);
    expect(spec?.secrets).toEqual(["token"]);
  });
});
