import type { JsonObject, ToolDefinition } from "../contract/index.js";
import { objectSchema } from "./object-schema.js";
import { acceptsAll } from "./parameter-schema.js";
import { toolDescription } from "./sentences.js";

export interface AnthropicTool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject & { readonly type: "object" };
}

/** For `tools` of the Messages API. */
export function anthropicTool(tool: ToolDefinition): AnthropicTool {
  return {
    name: tool.name,
    description: toolDescription(tool, null),
    input_schema: { ...objectSchema(tool, acceptsAll), type: "object" },
  };
}
