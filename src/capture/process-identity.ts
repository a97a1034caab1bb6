import { readFileSync } from "node:fs";

/** Names one process for good: a process id alone is used again. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time in clock ticks since boot, from /proc; null where there is no /proc. */
  readonly started: string | null;
}

let self: ProcessIdentity | null = null;

export function ownIdentity(): ProcessIdentity {
  self ??= { pid: process.pid, started: readStat(process.pid)?.started ?? null };
  return self;
}

/**
 * Whether that very process lives; a zombie does not. A process of another PID namespace (a container that shares the
 * folder) cannot be seen and counts as dead.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.started !== null) {
    const stat = readStat(identity.pid);
    return stat !== null && stat.started === identity.started && stat.state !== "Z" && stat.state !== "X";
  }
  try {
    process.kill(identity.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Fields 3 and 22 of /proc/PID/stat (proc(5)); the name before them may hold spaces and parentheses. */
function readStat(pid: number): { state: string; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0]!, started: fields[19]! };
  } catch {
    return null;
  }
}

/** Reads back what was written as JSON; null for anything else. */
export function parseIdentity(value: unknown): ProcessIdentity | null {
  if (typeof value !== "object" || value === null) return null;
  const { pid, started } = value as { pid?: unknown; started?: unknown };
  // kill(0) and kill(-1) would ask about ourselves and about everybody.
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return null;
  return { pid, started: typeof started === "string" ? started : null };
}
