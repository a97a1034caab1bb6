import type { JsonObject, JsonValue, Parameter, ToolDefinition } from "../contract/index.js";
import { type Accepts, asProperty, parameterSchema } from "./parameter-schema.js";

export const isRequired = (parameter: Parameter): boolean => !parameter.optional && parameter.default === undefined;

/** The arguments of a tool: a flat object, no combinators, nothing beside the declared parameters. */
export function objectSchema(tool: ToolDefinition, accepts: Accepts): JsonObject {
  const properties: { [name: string]: JsonValue } = {};
  for (const parameter of tool.parameters) properties[parameter.name] = asProperty(parameterSchema(parameter, accepts));
  const required = tool.parameters.filter(isRequired).map((parameter) => parameter.name);
  return {
    type: "object",
    properties,
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}
