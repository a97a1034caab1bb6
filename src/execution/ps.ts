import { execFile } from "node:child_process";
import type { Listing, ProcessRow, ProcessTable } from "./process-table.js";

/** `ps` answers in milliseconds; one that hangs must not hold a deadline up. */
const PS_TIMEOUT_MS = 200;
const PS_ARGUMENTS = ["-A", "-o", "pid=,ppid=,pgid=,stat=,lstart="];

/** Reads what `ps -o pid=,ppid=,pgid=,stat=,lstart=` prints; lines of another shape are passed over. */
export function parsePs(text: string): ProcessRow[] {
  return text.split("\n").flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([A-Za-z]\S*)\s+(\S.*?)\s*$/.exec(line);
    const startTime = found === null ? Number.NaN : Date.parse(found[5]!);
    if (found === null || Number.isNaN(startTime)) return [];
    const [pid, ppid, pgid] = [Number(found[1]), Number(found[2]), Number(found[3])];
    return [{ pid, ppid, pgid, session: 0, startTime, dead: /^[ZX]/.test(found[4]!) }];
  });
}

/**
 * The table of macOS and the BSDs. It knows groups and parents; environments are not shown there reliably,
 * so a descendant that changes its session and is orphaned before the first look is not found.
 */
export function psTable(): ProcessTable {
  return { read: () => null, isStill: () => true, list, environmentHolds: () => false };
}

function list(): Promise<Listing | null> {
  return new Promise((resolve) => {
    // Its dates are read back, so they must be in the C locale.
    const options = { timeout: PS_TIMEOUT_MS, maxBuffer: 64 * 2 ** 20, env: { ...process.env, LC_ALL: "C" } };
    try {
      const child = execFile("ps", PS_ARGUMENTS, options, (error, stdout) => {
        if (error !== null) return resolve(null);
        // `ps` lists itself; as our child it is no part of any run.
        resolve({ rows: parsePs(stdout).filter((row) => row.pid !== child.pid), torn: false });
      });
    } catch {
      resolve(null);
    }
  });
}
