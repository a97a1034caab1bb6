import type { ToolFormat } from "./format.js";

/** A tool call with the provider's shape taken off. */
export interface RawToolCall {
  /** The provider's id of the call; null when it gave none. */
  readonly id: string | null;
  readonly name: string;
  /** As the model wrote them: an object, or text that should hold one. */
  readonly arguments: unknown;
}

type Fields = { readonly [key: string]: unknown };

/** Null when `call` is no tool call of that format. */
export function readCall(format: ToolFormat, call: unknown): RawToolCall | null {
  if (!isObject(call)) return null;
  switch (format) {
    case "json":
      return raw(call.id, call.tool ?? call.name, call.args);
    case "openai":
    case "openai-strict":
      return raw(call.call_id ?? call.id, call.name, call.arguments);
    case "openai-chat":
      return isObject(call.function) ? raw(call.id, call.function.name, call.function.arguments) : null;
    case "anthropic":
      return raw(call.id, call.name, call.input);
    case "gemini": {
      const inner = isObject(call.functionCall) ? call.functionCall : call;
      return raw(inner.id, inner.name, inner.args);
    }
    case "mcp": {
      const params = isObject(call.params) ? call.params : call;
      return raw(call.id, params.name, params.arguments);
    }
  }
}

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

function raw(id: unknown, name: unknown, args: unknown): RawToolCall | null {
  if (typeof name !== "string") return null;
  const known = typeof id === "string" && id !== "" ? id : typeof id === "number" ? String(id) : null;
  return { id: known, name, arguments: args };
}
