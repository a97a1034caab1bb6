import { RISKS } from "../contract/index.js";
import { nearest } from "../errors/index.js";
import type { ConfigReading } from "./load.js";

/** What `disable` may name of a tool; a tool with a fault may lack either. */
export interface Disableable {
  readonly name?: string | undefined;
  readonly group?: string | undefined;
}

/** Holds `disable` to what there is: a name that leaves nothing out is a mistake that would leave a tool open. */
export function checkDisable({ settings, report }: ConfigReading, tools: Iterable<Disableable>): void {
  if (settings === null || settings.disable.length === 0) return;
  const known = new Set<string>([...RISKS, ...Object.keys(settings.groups)]);
  for (const { name, group = "default" } of tools) {
    known.add(group);
    if (name !== undefined) known.add(name);
  }
  for (const [index, name] of settings.disable.entries()) {
    if (known.has(name)) continue;
    const meant = nearest(name, known);
    report(
      ["disable", index],
      `there is no tool, group or risk called ${JSON.stringify(name)}`,
      meant === null ? null : `Did you mean "${meant}"?`,
    );
  }
}
