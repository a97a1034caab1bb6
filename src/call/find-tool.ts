import type { Fault, ToolDefinition } from "../contract/index.js";
import { fault, nearest } from "../errors/index.js";
import { shown } from "./shown.js";

export type FindOutcome =
  | { readonly ok: true; readonly tool: ToolDefinition }
  | { readonly ok: false; readonly fault: Fault };

/** @param callable names that may be suggested: tools that are not disabled */
export function findTool(
  tools: ReadonlyMap<string, ToolDefinition>,
  name: string,
  callable: Iterable<string> = tools.keys(),
): FindOutcome {
  const tool = tools.get(name);
  if (tool !== undefined) return { ok: true, tool };
  const meant = nearest(name, callable);
  const suggestion = meant === null ? "" : ` Did you mean "${meant}"?`;
  return {
    ok: false,
    fault: fault("AR_TOOL_UNKNOWN", `there is no tool ${shown(name)}.${suggestion}`, {
      path: "$.tool",
      hint: "`agent-reach tools` lists what can be called.",
      details: { suggestion: meant },
    }),
  };
}
