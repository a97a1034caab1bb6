import fc from "fast-check";
import type { Parameter, ParameterType, ScalarType, ToolDefinition } from "../../src/contract/index.js";
import { toolDefinition } from "../support/tool-definition.js";

/** A definition as the registry would make it; `over` names what matters to a test. */
export const definition = (over: Partial<ToolDefinition> = {}): ToolDefinition =>
  toolDefinition({
    name: "echo_text",
    description: "Prints a text.",
    command: { program: "echo", elements: [] },
    readOnly: true,
    source: "/registry/test.toml",
    ...over,
  });

export function parameter(name: string, type: ParameterType, over: Partial<Parameter> = {}): Parameter {
  return {
    name,
    description: `The ${name}.`,
    type,
    optional: false,
    secret: false,
    allowLeadingDash: false,
    ...over,
  };
}

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/);
const text = fc.string({ unit: "grapheme", maxLength: 60 });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const count = fc.nat(10_000);
const real = fc.double({ noNaN: true, noDefaultInfinity: true });

const stringWords = {
  enum: maybe(fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { minLength: 1, maxLength: 400 })),
  pattern: maybe(
    fc.constantFrom(
      "^v\\d+$",
      "(?i)abc",
      "\\pL+",
      "[[:alpha:]]",
      "a{2,3}",
      "(?P<x>y)",
      "\\Aab\\z",
      "^[a-z0-9_-]*$",
      "a|",
    ),
  ),
  minLength: maybe(count),
  maxLength: maybe(count),
};
const numberWords = (value: fc.Arbitrary<number>) => ({
  enum: maybe(fc.array(value, { minLength: 1, maxLength: 20 })),
  minimum: maybe(value),
  maximum: maybe(value),
  exclusiveMinimum: maybe(value),
  exclusiveMaximum: maybe(value),
  multipleOf: maybe(fc.integer({ min: 1, max: 100 })),
});

const scalar = fc.oneof(
  fc.record({
    type: fc.constant("string" as const),
    ...stringWords,
    format: maybe(fc.constantFrom("uri", "hostname", "date", "date-time", "email", "ipv4", "ipv6", "uuid")),
    hosts: maybe(fc.oneof(fc.constant("config" as const), fc.array(fc.domain(), { minLength: 1, maxLength: 5 }))),
  }),
  fc.record({ type: fc.constant("integer" as const), ...numberWords(fc.integer()) }),
  fc.record({ type: fc.constant("number" as const), ...numberWords(real) }),
  fc.record({
    type: fc.constant("path" as const),
    within: fc.constantFrom(
      { kind: "project_root" as const },
      { kind: "allowed_roots" as const },
      { kind: "cwd" as const },
      { kind: "path" as const, path: "/srv/data" },
    ),
    ...stringWords,
  }),
) as fc.Arbitrary<ScalarType>;

const type = fc.oneof(
  { weight: 4, arbitrary: scalar as fc.Arbitrary<ParameterType> },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("boolean" as const), flag: fc.constantFrom("--yes", null) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant("array" as const),
      items: scalar,
      minItems: maybe(count),
      maxItems: maybe(count),
      uniqueItems: maybe(fc.boolean()),
    }),
  },
) as fc.Arbitrary<ParameterType>;

const parameters = fc
  .uniqueArray(
    fc.record({
      name,
      description: text,
      type,
      default: maybe(fc.oneof(text, fc.integer(), fc.boolean(), fc.array(text, { maxLength: 3 }))),
      optional: fc.boolean(),
      secret: fc.boolean(),
      allowLeadingDash: fc.boolean(),
    }),
    { selector: (one) => one.name, maxLength: 8 },
  )
  .map((list) => list as readonly Parameter[]);

/** Any definition that a registry may hold. */
export const anyDefinition: fc.Arbitrary<ToolDefinition> = fc
  .record({
    name,
    description: fc.string({ unit: "grapheme", maxLength: 3_000 }),
    risk: fc.constantFrom("low", "medium", "high", "critical"),
    maxTimeoutMs: fc.integer({ min: 1, max: 10_000_000 }),
    network: fc.boolean(),
    interactive: fc.boolean(),
    readOnly: fc.boolean(),
    idempotent: fc.boolean(),
    parameters,
  })
  .map((over) => definition(over as Partial<ToolDefinition>));

export const anyRegistry = fc.uniqueArray(anyDefinition, { selector: (tool) => tool.name, maxLength: 6 });
