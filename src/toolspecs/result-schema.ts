import type { JsonObject, Result, Status } from "../contract/index.js";

const STATUSES: readonly Status[] = [
  "success",
  "failed",
  "timeout",
  "cancelled",
  "busy",
  "denied",
  "approval_required",
  "invalid",
  "error",
];

/** Branches, not a list of types: some clients know one type for a schema. */
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
const nullable = (type: string): JsonObject => orNull({ type });
const stream = {
  type: "object",
  properties: {
    bytes: { type: "integer" },
    lines: { type: "integer" },
    shown_lines: { type: "integer" },
    encoding: nullable("string"),
  },
};

/** Keyed by the fields of a Result, so that a new field is a compile error here. */
const PROPERTIES: { readonly [field in keyof Result]: JsonObject } = {
  id: { type: "string" },
  tool: nullable("string"),
  status: { type: "string", enum: STATUSES },
  exit_code: nullable("integer"),
  signal: nullable("string"),
  stdout: { type: "string" },
  stderr: { type: "string" },
  truncated: { type: "boolean", description: "Not all of the output is shown." },
  output: orNull({
    type: "object",
    properties: { id: nullable("string"), stdout: stream, stderr: stream },
  }),
  key_lines: {
    type: "array",
    items: {
      type: "object",
      properties: {
        stream: { type: "string" },
        line: { type: "integer" },
        text: { type: "string" },
        kind: { type: "string" },
      },
    },
  },
  counts: orNull({
    type: "object",
    properties: {
      errors: nullable("integer"),
      warnings: nullable("integer"),
      passed: nullable("integer"),
      failed: nullable("integer"),
    },
  }),
  duration_ms: nullable("number"),
  queued_ms: nullable("number"),
  note: nullable("string"),
  cleanup: nullable("object"),
  error: orNull({
    type: "object",
    properties: {
      code: { type: "string" },
      message: { type: "string" },
      hint: nullable("string"),
      retryable: { type: "boolean" },
      retry_after_ms: nullable("number"),
      path: nullable("string"),
      details: { type: "object" },
    },
  }),
};

/** JSON Schema of a Result. Its root is a plain object, as clients of every protocol revision need it. */
export const RESULT_SCHEMA: JsonObject & { readonly type: "object" } = {
  type: "object",
  properties: PROPERTIES,
  required: Object.keys(PROPERTIES),
};
