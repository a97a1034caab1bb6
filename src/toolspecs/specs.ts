import type { ToolDefinition } from "../contract/index.js";
import { type AnthropicTool, anthropicTool } from "./anthropic.js";
import type { ToolFormat } from "./format.js";
import { type GeminiTools, geminiTools } from "./gemini.js";
import { type JsonTool, jsonTool } from "./json.js";
import { type McpTool, mcpTool } from "./mcp.js";
import { type OpenAiChatTool, type OpenAiTool, openAiChatTool, openAiStrictTool, openAiTool } from "./openai.js";

export interface ToolSpecs {
  readonly json: readonly JsonTool[];
  readonly openai: readonly OpenAiTool[];
  readonly "openai-chat": readonly OpenAiChatTool[];
  readonly "openai-strict": readonly OpenAiTool[];
  readonly anthropic: readonly AnthropicTool[];
  readonly gemini: readonly GeminiTools[];
  readonly mcp: readonly McpTool[];
}

const MAKERS: { readonly [format in ToolFormat]: (tools: readonly ToolDefinition[]) => ToolSpecs[format] } = {
  json: (tools) => tools.map(jsonTool),
  openai: (tools) => tools.map(openAiTool),
  "openai-chat": (tools) => tools.map(openAiChatTool),
  "openai-strict": (tools) => tools.map(openAiStrictTool),
  anthropic: (tools) => tools.map(anthropicTool),
  gemini: geminiTools,
  mcp: (tools) => tools.map(mcpTool),
};

/**
 * The tools as a provider's `tools` parameter takes them, in the order given. Every name that a registry may hold is
 * a name that every provider takes, so none is changed.
 */
export function toToolSpecs<Format extends ToolFormat>(
  format: Format,
  tools: readonly ToolDefinition[],
): ToolSpecs[Format] {
  // Callers in JavaScript may give anything.
  if (!Object.hasOwn(MAKERS, format)) {
    throw new TypeError(`There is no format ${JSON.stringify(format)}; there are ${Object.keys(MAKERS).join(", ")}.`);
  }
  return MAKERS[format](tools);
}
