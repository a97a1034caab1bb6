import { Ajv2020 } from "ajv/dist/2020.js";
import type { ToolFormat } from "../../src/toolspecs/index.js";

/**
 * What each provider's public documentation says of a tool list, as faults found. Where the documentation leaves
 * room, the narrower reading is taken: a list that passes here is refused nowhere.
 */
type Json = { readonly [key: string]: unknown };
type Report = (fault: string) => void;

const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const COMBINATORS = ["oneOf", "anyOf", "allOf", "enum", "const", "not", "if", "$ref", "dependentSchemas"];

export function faultsOf(format: Exclude<ToolFormat, "json">, specs: readonly unknown[]): string[] {
  const faults: string[] = [];
  const report: Report = (fault) => faults.push(fault);
  if (JSON.stringify(specs) !== JSON.stringify(specs).toWellFormed() || /\\ud[89a-f]/i.test(JSON.stringify(specs))) {
    report("a lone surrogate");
  }
  const names =
    format === "gemini"
      ? gemini(specs as readonly Json[], report)
      : specs.map((spec) => CHECKS[format](spec as Json, report));
  for (const name of names) if (!NAME.test(name)) report(`name ${name}`);
  if (new Set(names).size !== names.length) report("a name twice");
  return faults;
}

const CHECKS: { readonly [format in Exclude<ToolFormat, "json" | "gemini">]: (spec: Json, report: Report) => string } =
  {
    openai: (spec, report) => openAi(spec, report),
    "openai-chat": (spec, report) => {
      only(spec, ["type", "function"], "tool", report);
      return openAi({ type: spec.type, ...(spec.function as Json) }, report);
    },
    "openai-strict": (spec, report) => {
      if (spec.strict !== true) report("strict is not true");
      strictObject(spec.parameters as Json, report);
      return openAi(spec, report);
    },
    anthropic: (spec, report) => {
      only(spec, ["name", "description", "input_schema"], "tool", report);
      flatObject(spec.input_schema as Json, report);
      return String(spec.name);
    },
    mcp: (spec, report) => {
      only(spec, ["name", "title", "description", "inputSchema", "outputSchema", "annotations"], "tool", report);
      flatObject(spec.inputSchema as Json, report);
      flatObject(spec.outputSchema as Json, report);
      const hints = spec.annotations as Json;
      for (const hint of ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]) {
        if (typeof hints[hint] !== "boolean") report(`no ${hint}`);
      }
      if (hints.readOnlyHint === true && hints.destructiveHint === true) report("reads only, yet destroys");
      return String(spec.name);
    },
  };

function openAi(spec: Json, report: Report): string {
  only(spec, ["type", "name", "description", "parameters", "strict"], "tool", report);
  if (spec.type !== "function") report("type is not function");
  if (String(spec.description).length > 1024) report("description longer than 1024");
  flatObject(spec.parameters as Json, report);
  return String(spec.name);
}

/** Compiling is what takes time; the schema of results is the same for every tool. */
const compiled = new WeakSet<Json>();
const ajv = new Ajv2020({
  strict: true,
  strictTypes: "log",
  allowUnionTypes: true,
  validateFormats: false,
  addUsedSchema: false,
  logger: false,
});

/** An object at the root, no combinators there, valid JSON Schema 2020-12 whose patterns compile. */
function flatObject(schema: Json, report: Report): void {
  if (schema.type !== "object") report("root is no object");
  for (const word of COMBINATORS) if (word in schema) report(`${word} at the root`);
  for (const key of Object.keys(schema.properties as Json)) if (!KEY.test(key)) report(`property ${key}`);
  if (compiled.has(schema)) return;
  try {
    ajv.compile(schema);
    compiled.add(schema);
  } catch (error) {
    report(`schema: ${(error as Error).message}`);
  }
}

const STRICT_WORDS = [
  "type",
  "description",
  "enum",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "items",
];
const STRICT_FORMATS = ["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"];

/** Structured outputs: every property required, nothing beside them, a known set of words, bounded enums. */
function strictObject(schema: Json, report: Report): void {
  only(schema, ["type", "properties", "required", "additionalProperties"], "parameters", report);
  if (schema.additionalProperties !== false) report("additionalProperties is not false");
  const properties = schema.properties as { readonly [name: string]: Json };
  if (JSON.stringify(schema.required) !== JSON.stringify(Object.keys(properties)))
    report("not every property is required");
  for (const property of Object.values(properties)) {
    for (const part of [property, property.items as Json | undefined])
      if (part !== undefined) strictWords(part, report);
  }
}

function strictWords(part: Json, report: Report): void {
  only(part, STRICT_WORDS, "property", report);
  if (part.format !== undefined && !STRICT_FORMATS.includes(String(part.format))) report(`format ${part.format}`);
  const values = part.enum as readonly unknown[] | undefined;
  if (values === undefined) return;
  if (values.length > 251 || values.map(String).join("").length > 15_000) report("an enum too large");
  if (Array.isArray(part.type) && !values.includes(null)) report("a nullable enum without null");
}

const GEMINI_WORDS = [
  "type",
  "description",
  "enum",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "items",
];
const GEMINI_TYPES = ["STRING", "NUMBER", "INTEGER", "BOOLEAN", "ARRAY", "OBJECT"];

function gemini(specs: readonly Json[], report: Report): string[] {
  if (specs.length > 1) report("more than one list of functions");
  return specs.flatMap((spec) => {
    only(spec, ["functionDeclarations"], "tool", report);
    return (spec.functionDeclarations as readonly Json[]).map((declared) => {
      only(declared, ["name", "description", "parameters"], "function", report);
      if (typeof declared.description !== "string" || declared.description === "") report("no description");
      if (declared.parameters !== undefined) geminiObject(declared.parameters as Json, report);
      return String(declared.name);
    });
  });
}

function geminiObject(schema: Json, report: Report): void {
  only(schema, ["type", "properties", "required", "propertyOrdering"], "parameters", report);
  if (schema.type !== "OBJECT") report("root is no OBJECT");
  const properties = Object.values(schema.properties as { readonly [name: string]: Json });
  if (properties.length === 0) report("properties should be non-empty for OBJECT type");
  for (const property of properties) {
    for (const part of [property, property.items as Json | undefined])
      if (part !== undefined) geminiWords(part, report);
    if ((property.type === "ARRAY") !== "items" in property) report("items belong to ARRAY");
  }
}

function geminiWords(part: Json, report: Report): void {
  only(part, GEMINI_WORDS, "property", report);
  if (!GEMINI_TYPES.includes(String(part.type))) report(`type ${part.type}`);
  if (part.enum !== undefined) {
    if (part.type !== "STRING") report("enum only allowed for STRING type");
    if (!(part.enum as readonly unknown[]).every((value) => typeof value === "string" && value !== ""))
      report("an enum value that is empty or no string");
  }
  if (part.format !== undefined && part.format !== "date-time" && part.format !== "enum")
    report(`format ${part.format}`);
}

function only(object: Json, keys: readonly string[], what: string, report: Report): void {
  for (const key of Object.keys(object)) if (!keys.includes(key)) report(`${what} has ${key}`);
}
