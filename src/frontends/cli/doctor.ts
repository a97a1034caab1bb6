import { diagnose } from "../../broker/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { createWriter } from "./stdio.js";
import { formatTable } from "./table.js";

export interface DoctorFlags extends CommonFlags {
  readonly json?: true;
}

/** `doctor`: is this machine ready. Returns 1 when something keeps the broker from working, 0 for warnings alone. */
export async function doctor(flags: DoctorFlags): Promise<number> {
  const checks = await diagnose(brokerOptions(flags));
  const { write } = createWriter(1);
  if (flags.json) await write(`${JSON.stringify({ checks }, null, 2)}\n`);
  else {
    const rows = checks.map(({ name, state, text, remedy }) => [
      state,
      name,
      remedy === null ? text : `${text}${/[.?!]$/.test(text) ? "" : "."} ${remedy}`,
    ]);
    await write(formatTable(["state", "what", "found"], rows, null));
  }
  return checks.some(({ state }) => state === "problem") ? 1 : 0;
}
