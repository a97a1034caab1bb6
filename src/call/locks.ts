import type { CallCwd, Settings, ToolDefinition } from "../contract/index.js";
import type { BoundArguments } from "./bound.js";

/** The named locks of a call: calls with the same name never overlap. */
export function lockNames(
  tool: ToolDefinition,
  values: BoundArguments,
  cwd: CallCwd,
  id: string,
  settings: Settings,
): readonly string[] {
  if (tool.exclusive.kind !== "lock") return [];
  const partText = (name: string): string => {
    if (name === "cwd") return cwd.kind === "temp" ? `temp:${id}` : cwd.path;
    if (name === "project_root") return settings.projectRoot;
    return String(values.get(name)?.value ?? "");
  };
  return [tool.exclusive.parts.map((part) => (part.kind === "text" ? part.text : partText(part.parameter))).join("")];
}
