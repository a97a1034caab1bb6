import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";
import type { Listing, ProcessRow, ProcessTable } from "./process-table.js";

/** `PF_EXITING` of the kernel's task flags: the process has begun its exit and returns to no code of its own. */
const EXITING = 0x4;
/** Faster than any kernel creates processes; see `allocatedSince`. */
const PIDS_PER_MS = 100;
/** How often an environment must be empty, with arguments there, to be taken for an empty one. */
const LOOKS = 4;

/** Reads one line of `/proc/<pid>/stat`; null when it is not one. */
export function parseStat(line: string): ProcessRow | null {
  // The name in parentheses may itself hold spaces, parentheses and line feeds.
  const open = line.indexOf(" (");
  const close = line.lastIndexOf(") ");
  if (open < 1 || close < open) return null;
  const pid = Number(line.slice(0, open));
  const fields = line.slice(close + 2).split(" ", 20);
  const [state, ppid, pgid, session] = [fields[0], Number(fields[1]), Number(fields[2]), Number(fields[3])];
  const [flags, threads, startTime] = [Number(fields[6]), Number(fields[17]), Number(fields[19])];
  if (![pid, ppid, pgid, session, flags, threads, startTime].every(Number.isSafeInteger)) return null;
  const over = state === "Z" || state === "X" || state === "x" || (flags & EXITING) !== 0;
  // A main thread may end before the others: such a process shows as a zombie and runs on.
  return { pid, ppid, pgid, session, startTime, dead: over && threads <= 1 };
}

/** The pid given out last, from `/proc/loadavg`; 0 when it is not told. */
export function parseLastPid(text: string): number {
  const last = Number(text.trim().split(" ")[4]);
  return Number.isSafeInteger(last) && last > 0 ? last : 0;
}

/** Whether a pid was given out after `first` and up to `last`, pids being given out in rising order, round and round. */
export function allocatedSince(pid: number, first: number, last: number): boolean {
  return first <= last ? pid > first && pid <= last : pid > first || pid <= last;
}

/** The table of Linux, or null when `/proc` is missing or shows another pid namespace than ours. */
export function procfsTable(): ProcessTable | null {
  try {
    if (readlinkSync("/proc/self") !== String(process.pid)) return null;
  } catch {
    return null;
  }
  const pidMax = Number(contents("/proc/sys/kernel/pid_max") ?? "32768");
  return {
    read,
    isStill: (row) => read(row.pid)?.startTime === row.startTime,
    list: async (root, ageMs) => list(root, ageMs, pidMax),
    environmentHolds,
  };
}

function read(pid: number): ProcessRow | null {
  const line = contents(`/proc/${pid}/stat`);
  return line === null ? null : parseStat(line);
}

/** Synchronous on purpose: 4 µs a process, where the thread pool would take ten times that. */
function list(root: ProcessRow | null, rootAgeMs: number, pidMax: number): Listing | null {
  const rows: ProcessRow[] = [];
  let torn = false;
  const pids = listedPids();
  if (pids === null) return null;
  // Descendants have later pids. That holds until the kernel has been all round, which a short run does not see.
  const narrow = root !== null && rootAgeMs * PIDS_PER_MS < pidMax;
  const last = narrow ? parseLastPid(contents("/proc/loadavg") ?? "") : 0;
  for (const pid of pids) {
    if (root !== null && last > 0 && pid !== root.pid && !allocatedSince(pid, root.pid, last)) continue;
    const row = read(pid);
    if (row === null) torn = true;
    else if (root === null || row.startTime >= root.startTime) rows.push(row);
  }
  return { rows, torn };
}

/** In execve(2) the new memory has neither environment nor arguments for a moment, kernel threads never. */
function environmentHolds(pid: number, text: string): boolean | null {
  for (let look = 1; ; look++) {
    const environment = contents(`/proc/${pid}/environ`);
    if (environment !== "") return environment?.includes(text) ?? false;
    if (contents(`/proc/${pid}/cmdline`) === "") return runsProgram(pid) ? null : false;
    // The arguments may be a moment younger than that empty environment.
    if (look === LOOKS) return false;
  }
}

function runsProgram(pid: number): boolean {
  const row = read(pid);
  const isKernelThread = row?.pgid === 0 && row.session === 0;
  return row !== null && !row.dead && !isKernelThread;
}

function listedPids(): number[] | null {
  try {
    return readdirSync("/proc").map(Number).filter(Number.isSafeInteger);
  } catch {
    return null;
  }
}

const scratch = Buffer.allocUnsafe(16_384);

/** A small file's text, without the cost of `readFileSync` where it fits; null when it cannot be read. */
function contents(path: string): string | null {
  try {
    const descriptor = openSync(path, "r");
    try {
      const length = readSync(descriptor, scratch, 0, scratch.length, null);
      if (length < scratch.length) return scratch.toString("latin1", 0, length);
    } finally {
      closeSync(descriptor);
    }
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}
