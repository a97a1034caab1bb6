import type { CommandTemplate, JsonValue, Parameter, ScalarType, ToolDefinition } from "../contract/index.js";
import type { DefinitionChecks } from "./checks.js";
import type { ToolScope } from "./tool-scope.js";

/** A value that the definition itself names, and the key it stands at, from the tool on. */
interface NamedValue {
  readonly path: readonly (string | number)[];
  readonly value: JsonValue;
}

/** Reports defaults and members of enums that fit their type and that no call could ever pass on. */
export function checkNamedValues(tool: ToolDefinition, scope: ToolScope, checks: DefinitionChecks): void {
  for (const parameter of tool.parameters) {
    const { name, type } = parameter;
    const guarded = isGuarded(parameter, tool);
    const scalar = type.type === "array" ? type.items : type;
    for (const { path, value } of namedValues(parameter)) {
      if (guarded && String(value).startsWith("-")) {
        scope.report(
          path,
          `begins with "-", which ${tool.command.program} could take for an option: it would be refused`,
          {
            suggestion: `Say allow_leading_dash = true when that is meant, or put "--" before "{${name}}".`,
          },
        );
      }
      if (scalar.type !== "path") continue;
      const problem = checks.namedPathProblem?.(tool, scalar.within, String(value)) ?? null;
      if (problem !== null) scope.report(path, problem, { suggestion: "Name a path that lies in it, or say within." });
    }
  }
}

function namedValues({ name, type, default: preset }: Parameter): NamedValue[] {
  const at = ["params", name];
  const presets = preset === undefined ? [] : Array.isArray(preset) ? preset : [preset];
  const path = [...at, "default"];
  const list = Array.isArray(preset);
  const defaults = presets.map((value: JsonValue, index) => ({ path: list ? [...path, index] : path, value }));
  const members = type.type === "array" ? enumOf(type.items, [...at, "items"]) : enumOf(type, at);
  return [...defaults, ...members];
}

function enumOf(type: ScalarType | { readonly type: "boolean" }, at: NamedValue["path"]): NamedValue[] {
  if (type.type === "boolean") return [];
  return (type.enum ?? []).map((value, index) => ({ path: [...at, "enum", index], value }));
}

/** Whether a value of it that begins with `-` is refused, as `src/call/argv.ts` does. */
function isGuarded({ name, type, allowLeadingDash }: Parameter, tool: ToolDefinition): boolean {
  if (allowLeadingDash || type.type === "boolean") return false;
  return beginsElement(name, tool.command) || (tool.fallback !== null && beginsElement(name, tool.fallback));
}

/** Whether it begins an element before a literal `--`. */
function beginsElement(name: string, { elements }: CommandTemplate): boolean {
  for (const element of elements) {
    if (element.kind === "literal" && element.text === "--") return false;
    if (element.kind === "placeholder" && element.parameter === name) return true;
    if (element.kind !== "composite") continue;
    const [first] = element.parts;
    if (first?.kind === "parameter" && first.parameter === name) return true;
  }
  return false;
}
