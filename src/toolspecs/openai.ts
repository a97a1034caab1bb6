import type { JsonObject, JsonValue, ToolDefinition } from "../contract/index.js";
import { isRequired, objectSchema } from "./object-schema.js";
import { type Accepts, acceptsAll, asProperty, parameterSchema } from "./parameter-schema.js";
import { clip, toolDescription } from "./sentences.js";

/** OpenAI refuses a request with a longer one ("string too long", function description). */
const DESCRIPTION_LENGTH = 1024;
/** Strict mode, docs "Structured outputs › Supported schemas": string formats, and the size of an enum of strings. */
const STRICT_FORMATS = ["date-time", "date", "email", "hostname", "ipv4", "ipv6", "uuid"];
const STRICT_ENUM_VALUES = 250;
const STRICT_ENUM_LENGTH = 15_000;

export interface OpenAiTool {
  readonly type: "function";
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly strict: boolean;
}

export interface OpenAiChatTool {
  readonly type: "function";
  readonly function: Omit<OpenAiTool, "type" | "strict">;
}

/** For `tools` of the Responses API. */
export function openAiTool(tool: ToolDefinition): OpenAiTool {
  return {
    type: "function",
    name: tool.name,
    description: clip(toolDescription(tool, null), DESCRIPTION_LENGTH),
    parameters: objectSchema(tool, acceptsAll),
    strict: false,
  };
}

/** For `tools` of Chat Completions. */
export function openAiChatTool(tool: ToolDefinition): OpenAiChatTool {
  const { name, description, parameters } = openAiTool(tool);
  return { type: "function", function: { name, description, parameters } };
}

/**
 * For `tools` of the Responses API, with `strict: true`: every parameter is required, what may be left out may be null.
 * Patterns are told in words: one that the provider's engine cannot read would refuse the whole list.
 */
export function openAiStrictTool(tool: ToolDefinition): OpenAiTool {
  const properties: { [name: string]: JsonValue } = {};
  for (const parameter of tool.parameters) {
    const property = asProperty(parameterSchema(parameter, strictAccepts));
    properties[parameter.name] = isRequired(parameter) ? property : nullable(property);
  }
  return {
    ...openAiTool(tool),
    parameters: { type: "object", properties, required: Object.keys(properties), additionalProperties: false },
    strict: true,
  };
}

const strictAccepts: Accepts = (word, value) => {
  switch (word) {
    case "enum": {
      const values = value as readonly JsonValue[];
      return values.length <= STRICT_ENUM_VALUES && JSON.stringify(values).length <= STRICT_ENUM_LENGTH;
    }
    case "format":
      return STRICT_FORMATS.includes(String(value));
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
    case "multipleOf":
    case "minItems":
    case "maxItems":
      return true;
    default:
      return false;
  }
};

function nullable(property: JsonObject): JsonObject {
  const values = property.enum as readonly JsonValue[] | undefined;
  return {
    ...property,
    type: [property.type as string, "null"],
    description: `${property.description} Null when not needed.`.trim(),
    ...(values === undefined ? {} : { enum: [...values, null] }),
  };
}
