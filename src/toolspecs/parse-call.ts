import { randomUUID } from "node:crypto";
import type { Fault, JsonObject, JsonValue, RequestInput, Result, ToolDefinition } from "../contract/index.js";
import { fault, nearest, refusal } from "../errors/index.js";
import { type RawToolCall, readCall } from "./call-shape.js";
import type { ToolFormat } from "./format.js";
import { readLenientJson } from "./lenient-json.js";

export type ParsedToolCall =
  | {
      readonly kind: "call";
      /** The provider's id, null when it gave none; `request.id` is the same. */
      readonly callId: string | null;
      readonly request: RequestInput;
      /** What was repaired; hand it to `toToolResult`. */
      readonly notes: readonly string[];
    }
  /** Nothing to run: `result` is the answer, and tells the model what to do instead. */
  | { readonly kind: "refused"; readonly callId: string | null; readonly result: Result };

/** Formats whose arguments are text; elsewhere text is a slip worth a note. */
const TEXT_ARGUMENTS: readonly ToolFormat[] = ["openai", "openai-chat", "openai-strict"];

/**
 * A model's tool call as a request. Arguments may be an object, JSON text, or missing; text is repaired only where it
 * can be read in one way, and each repair is noted. A name that is no tool's is answered with the likely one, never
 * run. Values are left as they are: the broker checks them.
 */
export function parseToolCall(format: ToolFormat, call: unknown, tools: readonly ToolDefinition[]): ParsedToolCall {
  const raw = readCall(format, call);
  if (raw === null) {
    return refused(null, null, fault("AR_REQUEST_INVALID", `This is no tool call of the format "${format}".`));
  }
  const tool = tools.find((candidate) => candidate.name === raw.name);
  if (tool === undefined) return refused(raw.id, raw.name, unknownTool(raw.name, tools));
  const notes: string[] = [];
  const args = readArguments(format, raw, notes);
  if ("code" in args) return refused(raw.id, raw.name, args);
  const request: RequestInput = {
    tool: tool.name,
    args: Array.isArray(args.value) ? args.value : withoutNulls(format, args.value as JsonObject, tool, notes),
    ...(raw.id === null ? {} : { id: raw.id }),
  };
  return { kind: "call", callId: raw.id, request, notes };
}

function refused(callId: string | null, tool: string | null, cause: Fault): ParsedToolCall {
  return { kind: "refused", callId, result: refusal(callId ?? randomUUID(), tool, cause) };
}

/** Models prefix names with a server or a namespace: `functions.git_log`, `mcp__reach__git_log`. */
function unknownTool(name: string, tools: readonly ToolDefinition[]): Fault {
  const names = tools.map((tool) => tool.name);
  const meant = nearest(name, names) ?? nearest(name.split(/[./:]|__/).at(-1) ?? name, names);
  return fault("AR_TOOL_UNKNOWN", `There is no tool ${JSON.stringify(name.slice(0, 128))}. Nothing was run.`, {
    hint: meant === null ? "Call one of the tools that are listed." : `Call "${meant}" if that is what you meant.`,
    details: { suggestion: meant },
  });
}

function readArguments(format: ToolFormat, raw: RawToolCall, notes: string[]): { readonly value: JsonValue } | Fault {
  let value = raw.arguments;
  if (value === undefined || value === null) return { value: {} };
  // A model that writes JSON for a field of text may quote it once more: two readings, never three.
  for (let round = 0; typeof value === "string" && round < 2; round += 1) {
    if (value.trim() === "") return { value: {} };
    const read = readLenientJson(value);
    if (!read.ok) {
      return fault("AR_ARGS_INVALID", `The arguments are not JSON: ${read.message}.`, {
        hint: "Send the arguments as one JSON object.",
        path: "$.args",
      });
    }
    if (round > 0 || !TEXT_ARGUMENTS.includes(format)) notes.push("the arguments came as JSON text");
    notes.push(...read.repairs.map((repair) => `the arguments were not JSON: read with ${repair}`));
    value = read.value;
  }
  const positional = Array.isArray(value) && value.every((item) => typeof item === "string");
  if (positional || (typeof value === "object" && value !== null && !Array.isArray(value))) {
    return { value: value as JsonValue };
  }
  return fault("AR_ARGS_INVALID", "The arguments must be one JSON object, by parameter name.", { path: "$.args" });
}

/** Strict mode makes a model send null for what it leaves out, and others do it unasked. */
function withoutNulls(format: ToolFormat, args: JsonObject, tool: ToolDefinition, notes: string[]): JsonObject {
  const leftOut = tool.parameters.filter(
    (parameter) =>
      Object.hasOwn(args, parameter.name) &&
      args[parameter.name] === null &&
      (parameter.optional || parameter.default !== undefined),
  );
  if (leftOut.length === 0) return args;
  const names = new Set(leftOut.map((parameter) => parameter.name));
  if (format !== "openai-strict") notes.push(`null taken as not given: ${[...names].join(", ")}`);
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
}
