import type { JsonObject, ToolDefinition } from "../contract/index.js";
import { objectSchema } from "./object-schema.js";
import { acceptsAll } from "./parameter-schema.js";
import { RESULT_SCHEMA } from "./result-schema.js";
import { toolDescription, toolTitle } from "./sentences.js";

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: "object" };
  readonly outputSchema: JsonObject & { readonly type: "object" };
  /** All four are always there: what is left out counts as the worst. */
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** One element of a `tools/list` result. */
export function mcpTool(tool: ToolDefinition): McpTool {
  const title = toolTitle(tool.name);
  return {
    name: tool.name,
    title,
    description: toolDescription(tool, "read_output gets the rest"),
    inputSchema: { ...objectSchema(tool, acceptsAll), type: "object" },
    outputSchema: RESULT_SCHEMA,
    annotations: {
      title,
      readOnlyHint: tool.readOnly,
      destructiveHint: !tool.readOnly && (tool.risk === "high" || tool.risk === "critical"),
      idempotentHint: tool.readOnly || tool.idempotent,
      openWorldHint: tool.network,
    },
  };
}
