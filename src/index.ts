import { type BrokerOptions, createBroker as createWireBroker } from "./broker/index.js";
import type { Broker } from "./contract/index.js";

/** Makes a broker; rejects with a BrokerError that carries every fault of config and registry. */
export const createBroker = (options?: BrokerOptions): Promise<Broker> => createWireBroker(options);

export type { BrokerOptions } from "./broker/index.js";
export type * from "./contract/index.js";
export { BrokerError } from "./errors/index.js";
export type {
  AnthropicTool,
  GeminiFunction,
  GeminiTools,
  JsonTool,
  McpTool,
  OpenAiChatTool,
  OpenAiTool,
} from "./toolspecs/index.js";
export {
  type ParsedToolCall,
  parseToolCall,
  TOOL_FORMATS,
  type ToolFormat,
  type ToolResultOptions,
  type ToolResults,
  type ToolSpecs,
  toToolResult,
  toToolSpecs,
} from "./toolspecs/index.js";
