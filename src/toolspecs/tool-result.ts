import type { JsonObject, Result } from "../contract/index.js";
import type { ToolFormat } from "./format.js";
import { modelText } from "./model-text.js";

export interface ToolResultOptions {
  /** The provider's id of the call; default: the Result's id. Null for Gemini when the call had none. */
  readonly callId?: string | null;
  /** From `parseToolCall`: said to the model together with the Result's own note. */
  readonly notes?: readonly string[];
}

type OpenAiResult = { readonly type: "function_call_output"; readonly call_id: string; readonly output: string };

export interface ToolResults {
  readonly json: Result;
  readonly openai: OpenAiResult;
  readonly "openai-chat": { readonly role: "tool"; readonly tool_call_id: string; readonly content: string };
  readonly "openai-strict": OpenAiResult;
  readonly anthropic: {
    readonly type: "tool_result";
    readonly tool_use_id: string;
    readonly content: string;
    readonly is_error: boolean;
  };
  readonly gemini: {
    readonly functionResponse: { readonly id?: string; readonly name: string; readonly response: JsonObject };
  };
  readonly mcp: {
    readonly content: readonly [{ readonly type: "text"; readonly text: string }];
    readonly structuredContent: Result;
    readonly isError: boolean;
  };
}

/** A Result in the shape a provider takes the answer to a tool call. Everything but `success` counts as an error. */
export function toToolResult<Format extends ToolFormat>(
  format: Format,
  result: Result,
  options: ToolResultOptions = {},
): ToolResults[Format] {
  const noted = withNotes(result, options.notes ?? []);
  return MAKERS[format](noted, options.callId === undefined ? result.id : options.callId);
}

type Maker<Format extends ToolFormat> = (result: Result, callId: string | null) => ToolResults[Format];

const openAi = (result: Result, callId: string | null): OpenAiResult => ({
  type: "function_call_output",
  call_id: callId ?? result.id,
  output: modelText(result),
});

const MAKERS: { readonly [format in ToolFormat]: Maker<format> } = {
  json: (result) => result,
  openai: openAi,
  "openai-strict": openAi,
  "openai-chat": (result, callId) => ({ role: "tool", tool_call_id: callId ?? result.id, content: modelText(result) }),
  anthropic: (result, callId) => ({
    type: "tool_result",
    tool_use_id: callId ?? result.id,
    content: modelText(result),
    is_error: isError(result),
  }),
  gemini: (result, callId) => ({
    functionResponse: {
      ...(callId === null ? {} : { id: callId }),
      name: result.tool ?? "unknown",
      response: { [isError(result) ? "error" : "output"]: modelText(result) },
    },
  }),
  mcp: (result) => ({
    content: [{ type: "text", text: modelText(result) }],
    structuredContent: result,
    isError: isError(result),
  }),
};

const isError = (result: Result) => result.status !== "success";

function withNotes(result: Result, notes: readonly string[]): Result {
  if (notes.length === 0) return result;
  return { ...result, note: [...notes, ...(result.note === null ? [] : [result.note])].join("; ") };
}
