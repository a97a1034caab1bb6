import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { checkRequest } from "../../src/call/index.js";
import type { Explanation, JsonValue, Result } from "../../src/contract/index.js";
import { createBroker } from "../../src/index.js";

/** Text that shells, option parsers and terminals take for more than text. */
const hostile = fc.constantFrom(
  "",
  " ",
  "-x",
  "--output=/tmp/x",
  "$(touch x)",
  "`touch x`",
  "; touch x",
  "a b",
  "*",
  "{p0}",
  "{{p0}}",
  "\n",
  "\u001b[31m",
  "日本",
  "../../etc/passwd",
);
const text = fc.oneof(hostile, fc.string({ maxLength: 12 }));

/** A parameter, an element of the command that uses it, and values for it. */
const parameter = (name: string) =>
  fc.oneof(
    fc.record({ kind: fc.constant("string"), alone: fc.boolean(), dash: fc.boolean() }).map((p) => ({
      definition: { type: "string", description: "d", optional: true, allow_leading_dash: p.dash },
      element: p.alone ? `{${name}}` : `--${name}={${name}}`,
      value: text as fc.Arbitrary<JsonValue>,
    })),
    fc.constant({
      definition: { type: "integer", description: "d", default: 3, minimum: -5, maximum: 5 },
      element: `-n{${name}}`,
      value: fc.oneof(fc.integer({ min: -9, max: 9 }), text) as fc.Arbitrary<JsonValue>,
    }),
    fc.constant({
      definition: { type: "boolean", description: "d", flag: `--${name}`, default: false },
      element: `{${name}}`,
      value: fc.oneof(fc.boolean(), text) as fc.Arbitrary<JsonValue>,
    }),
    fc.constant({
      definition: { type: "array", items: { type: "string" }, description: "d", optional: true },
      element: `{${name}}`,
      value: fc.oneof(fc.array(text, { maxLength: 4 }), text) as fc.Arbitrary<JsonValue>,
    }),
  );

interface Drawn {
  readonly definitions: { readonly tools: readonly object[] };
  readonly names: readonly string[];
  readonly literals: readonly string[];
  readonly args: { readonly [name: string]: JsonValue };
}

const literal = fc.constantFrom("-v", "sub", "--", "a=b", "log");

const drawn: fc.Arbitrary<Drawn> = fc
  .tuple(fc.array(literal, { maxLength: 3 }), parameter("p0"), parameter("p1"), parameter("p2"))
  .chain(([literals, ...parameters]) => {
    const names = ["p0", "p1", "p2"];
    const tool = {
      name: "t",
      description: "d",
      command: ["printf", ...literals, ...parameters.map(({ element }) => element)],
      cwd: "temp",
      timeout: 1,
      risk: "low",
      params: Object.fromEntries(parameters.map(({ definition }, i) => [names[i], definition])),
    };
    const values = parameters.map(({ value }) => fc.option(value, { nil: undefined }));
    return fc.tuple(...values).map((given) => ({
      definitions: { tools: [tool] },
      names,
      literals,
      args: Object.fromEntries(
        given.flatMap((value, i) => (value === undefined ? [] : [[names[i]!, value]])),
      ) as Drawn["args"],
    }));
  });

const isExplanation = (answer: Explanation | Result): answer is Explanation => "argv" in answer;

describe("random registries, requests and templates", () => {
  it("never crash, never reach a shell, never put into argv what the definition does not allow", async () => {
    let built = 0;
    await fc.assert(
      fc.asyncProperty(drawn, async ({ definitions, names, literals, args }) => {
        const broker = await createBroker({ definitions: definitions as never });
        const answer = broker.explain({ tool: "t", args });
        await broker.close();
        if (!isExplanation(answer)) {
          expect(answer.status).toBe("invalid");
          expect(answer.error?.message).toBeTruthy();
          return;
        }
        built += 1;
        const [program, ...elements] = answer.argv;
        expect(program).toBe("printf");
        expect(answer.binary).toMatch(/\/printf$/);
        const allowed = new Set<string>([...literals, ...names.map((name) => `--${name}`), "-n3"]);
        for (const [name, value] of Object.entries(args)) {
          for (const one of Array.isArray(value) ? value : [value]) {
            for (const form of [`${one}`, `--${name}=${one}`, `-n${one}`]) allowed.add(form);
          }
        }
        expect(elements.filter((element) => !allowed.has(element))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(built).toBeGreaterThan(100);
  }, 120_000);
});

describe("random requests", () => {
  const brokers = createBroker({
    definitions: { tools: [{ name: "t", description: "d", command: ["true"], cwd: "temp", timeout: 1, risk: "low" }] },
  });
  afterAll(async () => (await brokers).close());

  it("are refused with a path and a message, or understood; never thrown at", async () => {
    const broker = await brokers;
    const keys = fc.constantFrom("tool", "args", "id", "priority", "timeout_ms", "cwd", "caller", "dry_run", "other");
    await fc.assert(
      fc.property(fc.oneof(fc.dictionary(keys, fc.jsonValue()), fc.anything()), (input) => {
        const answer = broker.explain(input as never);
        const parsed = checkRequest(input);
        if (!parsed.ok) expect(answer).toMatchObject({ status: "invalid", error: { code: parsed.fault.code } });
        expect(JSON.stringify(answer).isWellFormed()).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});
