import { createBroker } from "../../broker/index.js";
import type { ToolDefinition } from "../../contract/index.js";
import { toToolSpecs } from "../../toolspecs/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { createWriter } from "./stdio.js";
import { formatTable } from "./table.js";

export interface ToolsFlags extends CommonFlags {
  readonly format: "table" | Parameters<typeof toToolSpecs>[0];
}

/** `tools`: what can be called. */
export async function listTools(flags: ToolsFlags): Promise<number> {
  const broker = await createBroker({ ...brokerOptions(flags), oneShot: true });
  try {
    const tools = broker.tools();
    const text =
      flags.format === "table" ? toolTable(tools) : `${JSON.stringify(toToolSpecs(flags.format, tools), null, 2)}\n`;
    await createWriter(1).write(text);
    return 0;
  } finally {
    await broker.close();
  }
}

function toolTable(tools: readonly ToolDefinition[]): string {
  const rows = tools.map((tool) => [
    tool.name,
    tool.risk,
    tool.group,
    parameters(tool),
    firstSentence(tool.description),
  ]);
  const width = process.stdout.isTTY ? process.stdout.columns : null;
  return formatTable(["tool", "risk", "group", "parameters", "description"], rows, width);
}

const parameters = (tool: ToolDefinition) =>
  tool.parameters
    .map(({ name, type, optional, default: preset }) => {
      const shown = type.type === "array" ? `${name}…` : name;
      return optional || preset !== undefined ? `[${shown}]` : shown;
    })
    .join(" ");

const firstSentence = (text: string) => /^[^\n]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.split("\n", 1)[0]!;
