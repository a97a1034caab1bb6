import { formatFaults, load, sourceFaults } from "../../broker/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { createWriter } from "./stdio.js";

export interface CheckFlags extends CommonFlags {
  readonly json?: true;
}

/** `check`: every fault of config and registry, a line each. Returns 0 when there is none, 1 otherwise. */
export async function check(flags: CheckFlags): Promise<number> {
  const { write } = createWriter(1);
  try {
    const { settings, registry } = await load(brokerOptions(flags));
    const config = settings.configFile ?? `the packaged profile ${settings.profile}`;
    if (flags.json) await write(`${JSON.stringify({ faults: [], count: 0, tools: registry.tools.size })}\n`);
    else await write(`${registry.tools.size} tools in ${registry.files.length} files, config ${config}: no faults.\n`);
    return 0;
  } catch (error) {
    const { faults, count } = sourceFaults(error);
    if (flags.json) await write(`${JSON.stringify({ faults, count, tools: null }, null, 2)}\n`);
    else {
      const more = count > faults.length ? `and ${count - faults.length} more\n` : "";
      await write(`${formatFaults(faults, { cwd: process.cwd() })}\n${more}`);
    }
    return 1;
  }
}
