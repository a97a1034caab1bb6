import { readFileSync } from "node:fs";
import { processesWith } from "../support/processes.js";

/** Wardens that are children of this process. */
export function wardens(): number[] {
  return processesWith("agent-reach-warden ").filter((pid) => parentOf(pid) === process.pid);
}

/** Null when it has ended. */
function parentOf(pid: number): number | null {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
  } catch {
    return null;
  }
}
