import type { JsonObject, Risk, Scope, ToolDefinition } from "../contract/index.js";
import { objectSchema } from "./object-schema.js";
import { acceptsAll } from "./parameter-schema.js";
import { toolTitle } from "./sentences.js";

/** What can be called, for programs: no provider's shape. */
export interface JsonTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly risk: Risk;
  readonly scope: Scope;
  readonly group: string;
  readonly read_only: boolean;
  readonly idempotent: boolean;
  readonly network: boolean;
  readonly interactive: boolean;
  readonly timeout_ms: number;
  readonly max_timeout_ms: number;
  /** JSON Schema of `args`. */
  readonly parameters: JsonObject;
  /** Names of parameters whose values are never logged. */
  readonly secrets: readonly string[];
}

export function jsonTool(tool: ToolDefinition): JsonTool {
  return {
    name: tool.name,
    title: toolTitle(tool.name),
    description: tool.description,
    risk: tool.risk,
    scope: tool.scope,
    group: tool.group,
    read_only: tool.readOnly,
    idempotent: tool.idempotent,
    network: tool.network,
    interactive: tool.interactive,
    timeout_ms: tool.timeoutMs,
    max_timeout_ms: tool.maxTimeoutMs,
    parameters: objectSchema(tool, acceptsAll),
    secrets: tool.parameters.filter((parameter) => parameter.secret).map((parameter) => parameter.name),
  };
}
