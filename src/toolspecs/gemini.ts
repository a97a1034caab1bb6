import type { JsonObject, JsonValue, ToolDefinition } from "../contract/index.js";
import { isRequired } from "./object-schema.js";
import { type Accepts, type ParameterSchema, parameterSchema } from "./parameter-schema.js";
import { toolDescription } from "./sentences.js";

export interface GeminiFunction {
  readonly name: string;
  readonly description: string;
  /** Absent when the tool takes nothing: an object without properties is refused. */
  readonly parameters?: JsonObject;
}

/** One element for `tools` of `generateContent`. */
export interface GeminiTools {
  readonly functionDeclarations: readonly GeminiFunction[];
}

export function geminiTools(tools: readonly ToolDefinition[]): readonly GeminiTools[] {
  return tools.length === 0 ? [] : [{ functionDeclarations: tools.map(geminiFunction) }];
}

function geminiFunction(tool: ToolDefinition): GeminiFunction {
  const properties: { [name: string]: JsonValue } = {};
  for (const parameter of tool.parameters) properties[parameter.name] = property(parameterSchema(parameter, accepts));
  const required = tool.parameters.filter(isRequired).map((parameter) => parameter.name);
  const names = Object.keys(properties);
  return {
    name: tool.name,
    description: toolDescription(tool, null),
    ...(names.length === 0
      ? {}
      : {
          parameters: {
            type: "OBJECT",
            properties,
            ...(required.length === 0 ? {} : { required }),
            propertyOrdering: names,
          },
        }),
  };
}

/**
 * Gemini's Schema is a subset of OpenAPI 3.0: an unknown word refuses the whole request, an enum must hold non-empty
 * strings, and of the string formats only date-time is sure to pass.
 */
const accepts: Accepts = (word, value) => {
  switch (word) {
    case "enum":
      return (value as readonly JsonValue[]).every((item) => typeof item === "string" && item !== "");
    case "format":
      return value === "date-time";
    case "minLength":
    case "maxLength":
    case "minimum":
    case "maximum":
    case "minItems":
    case "maxItems":
      return true;
    default:
      return false;
  }
};

function property(schema: ParameterSchema): JsonObject {
  return {
    type: schema.type.toUpperCase(),
    description: schema.description,
    ...schema.words,
    ...(schema.items === null ? {} : { items: { type: schema.items.type.toUpperCase(), ...schema.items.words } }),
  };
}
