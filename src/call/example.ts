import type { ToolDefinition, ToolExample } from "../contract/index.js";
import { expandArgv } from "./argv.js";
import { type BindContext, bindArguments } from "./bind.js";

/**
 * Why an example does not build or builds another argv; null when it holds. Paths are not looked up, as a pack is loaded
 * on machines that do not have them, and without a context any host is taken.
 */
export function checkExample(
  tool: ToolDefinition,
  example: ToolExample,
  context: BindContext = { hosts: null },
): string | null {
  const { args } = example;
  const bound = bindArguments(
    tool,
    Array.isArray(args) ? { kind: "positional", values: args } : { kind: "named", values: args as never },
    context,
  );
  if (!bound.ok) return bound.fault.message;
  const command = expandArgv(tool, bound.values);
  if (!command.ok) return command.fault.message;
  const otherwise = tool.fallback === null ? command : expandArgv(tool, bound.values, tool.fallback);
  if (!otherwise.ok) return otherwise.fault.message;
  if (example.argv === null) return null;
  const same =
    command.argv.length === example.argv.length && command.argv.every((text, at) => text === example.argv?.[at]);
  return same ? null : `builds ${JSON.stringify(command.shownArgv)}, not ${JSON.stringify(example.argv)}`;
}
