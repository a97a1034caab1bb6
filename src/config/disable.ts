import { RISKS, type ToolDefinition } from "../contract/index.js";
import { nearest } from "../errors/index.js";
import { faultsError } from "../toml/index.js";
import type { LoadedConfig } from "./load.js";

/**
 * Holds `disable` to what there is: a name that leaves nothing out is a mistake that would leave a tool open.
 * @throws BrokerError AR_CONFIG_INVALID for names that are no tool, no group and no risk.
 */
export async function checkDisable(config: LoadedConfig, tools: Iterable<ToolDefinition>): Promise<void> {
  const { disable, groups } = config.settings;
  if (disable.length === 0) return;
  const known = new Set<string>([...RISKS, ...Object.keys(groups)]);
  for (const { name, group } of tools) known.add(name).add(group);
  const faults = [];
  for (const [index, name] of disable.entries()) {
    if (known.has(name)) continue;
    const meant = nearest(name, known);
    faults.push({
      ...(await config.place(["disable", index])),
      message: `there is no tool, group or risk called ${JSON.stringify(name)}`,
      suggestion: meant === null ? null : `Did you mean "${meant}"?`,
    });
  }
  if (faults.length > 0) throw faultsError("AR_CONFIG_INVALID", "The config", faults);
}
