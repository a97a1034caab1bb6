import fc from "fast-check";
import { stringify } from "smol-toml";
import { describe, expect, it } from "vitest";
import { BrokerError } from "../../src/errors/index.js";
import { FULL_TOOL } from "./full-tool.js";
import { defineTools, loadText } from "./support.js";

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/);
const seconds = fc.integer({ min: 1, max: 2_592_000_000 }).map((ms) => ms / 1000);
const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }).filter((one) => !one.includes("\0"));

const scalar = fc.oneof(
  fc.record({ type: fc.constant("string"), minLength: fc.nat(3), maxLength: fc.integer({ min: 3, max: 9 }) }),
  fc.record({ type: fc.constant("integer"), minimum: fc.integer({ max: 0 }), maximum: fc.nat() }),
  fc.record({ type: fc.constant("number"), multipleOf: fc.constantFrom(0.5, 2) }),
  fc.record({ type: fc.constant("path"), within: fc.constantFrom("project_root", "allowed_roots", "cwd", "/srv") }),
);
const type = fc.oneof(
  scalar,
  fc.record({ type: fc.constant("boolean"), flag: fc.constantFrom("-v", "--all") }),
  fc.record({ type: fc.constant("array"), items: scalar, maxItems: fc.nat(5) }),
);
const parameter = fc
  .tuple(type, text, fc.boolean())
  .map(([words, description, optional]) => ({ ...words, description, optional }));

/** A valid tool: every parameter stands in the command once. */
const tool = fc
  .record({
    description: text,
    params: fc.dictionary(
      name.filter((one) => one !== "cwd" && one !== "project_root" && one !== "constructor" && one !== "prototype"),
      parameter,
      { maxKeys: 5 },
    ),
    literals: fc.array(
      text.map((one) => one.replace(/[{}]/g, "$&$&")),
      { maxLength: 4 },
    ),
    cwd: fc.constantFrom("project_root", "caller", "temp", "/srv"),
    timeout: seconds,
    grace: fc.integer({ min: 0, max: 3600 }),
    risk: fc.constantFrom("low", "medium", "high", "critical"),
    group: name,
    read_only: fc.boolean(),
    exit_codes: fc.dictionary(fc.nat(255).map(String), text, { maxKeys: 3 }),
  })
  .map(({ params, literals, ...rest }) => ({
    ...rest,
    params,
    command: ["prog", ...literals, ...Object.keys(params).map((one) => `{${one}}`)],
  }));

const registry = fc
  .uniqueArray(fc.tuple(name, tool), { selector: ([one]) => one, maxLength: 6 })
  .map((tools) => ({ tools: tools.map(([one, rest]) => ({ name: one, ...rest })) }));

describe("random registries", () => {
  it("load, from TOML and as an object alike, and mean what they say", async () => {
    await fc.assert(
      fc.asyncProperty(registry, async (definitions) => {
        const { loading, file } = loadText(stringify(definitions));
        const { tools } = await loading;
        expect([...tools.keys()]).toEqual(definitions.tools.map((one) => one.name));
        for (const raw of definitions.tools) {
          const read = tools.get(raw.name)!;
          expect(read).toMatchObject({
            description: raw.description,
            timeoutMs: Math.round(raw.timeout * 1000),
            graceMs: raw.grace * 1000,
            risk: raw.risk,
            group: raw.group,
            readOnly: raw.read_only,
            idempotent: raw.read_only,
          });
          expect(read.parameters.map((one) => [one.name, one.optional])).toEqual(
            Object.entries(raw.params).map(([key, one]) => [key, one.optional]),
          );
          expect(1 + read.command.elements.length).toBe(raw.command.length);
          expect(Object.fromEntries(read.exitCodes)).toEqual(raw.exit_codes);
        }
        const defined = await defineTools(definitions);
        const withSource = [...defined.tools.values()].map((one) => ({ ...one, source: file }));
        expect(withSource).toEqual([...tools.values()]);
      }),
      { numRuns: 150 },
    );
  });
});

describe("mutations of a valid file", () => {
  it("load or give faults that have a place, and never anything else", async () => {
    const junk = fc.constantFrom(
      "",
      "=",
      "[",
      "]",
      "{",
      "}",
      '"',
      "'",
      "\n",
      "#",
      "0",
      "-",
      "x",
      "\u0000",
      "𝄞",
      "inf",
      "[[",
      "a.b",
    );
    const edit = fc.record({ at: fc.nat(), cut: fc.nat(12), put: fc.oneof(junk, fc.string({ maxLength: 5 })) });
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const mutant = edits.reduce((all, { at, cut, put }) => {
          const from = at % all.length;
          return all.slice(0, from) + put + all.slice(from + cut);
        }, FULL_TOOL);
        const error = await loadText(mutant).loading.then(
          () => null,
          (reason: unknown) => reason,
        );
        if (error === null) return;
        refused += 1;
        expect(error).toBeInstanceOf(BrokerError);
        const { faults } = (error as BrokerError).fault.details as unknown as { faults: Record<string, unknown>[] };
        expect(faults.length).toBeGreaterThan(0);
        for (const fault of faults)
          expect(fault).toMatchObject({ line: expect.any(Number), message: expect.any(String) });
      }),
      { numRuns: 400 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  it("of values: any JSON in any place loads or gives faults", async () => {
    const keys = ["name", "description", "command", "cwd", "timeout", "risk", "exclusive", "env", "set_env", "cache"];
    const more = ["exit_codes", "limits", "max_output", "params", "examples", "encoding", "include", "extra"];
    const valid = { name: "t", description: "d", command: ["true"], cwd: "temp", timeout: 1, risk: "low" };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...keys, ...more), fc.jsonValue(), async (key, value) => {
        const loading = defineTools({ tools: [{ ...valid, [key]: value }] });
        await loading.catch((reason: unknown) => expect(reason).toBeInstanceOf(BrokerError));
      }),
      { numRuns: 500 },
    );
  });
});
