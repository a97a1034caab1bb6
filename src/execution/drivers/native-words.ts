import { constants } from "node:os";
import type { ProcessExit, ResourceLimitHit, ResourceLimits } from "../../contract/index.js";

/** In the order of `enum ar_limit` in `native/shared/protocol.h`. */
const LIMITS: readonly ResourceLimitHit[] = ["memory", "cpu", "processes", "open_files", "file_size"];

/** For the addon: a negative number means no limit. */
export function limitNumbers(limits: ResourceLimits): Float64Array {
  return Float64Array.of(
    limits.memoryBytes ?? -1,
    limits.cpuSeconds === null ? -1 : Math.ceil(limits.cpuSeconds),
    limits.processes ?? -1,
    limits.openFiles ?? -1,
    limits.fileSizeBytes ?? -1,
  );
}

/** None for a negative number. */
export function limitNamed(number: number): ResourceLimitHit | undefined {
  return number < 0 ? undefined : LIMITS[number];
}

/** The first name where several mean the same number, as `kill -l` prints it. */
function namesByNumber(numbers: { readonly [name: string]: number }): ReadonlyMap<number, string> {
  return new Map(
    Object.entries(numbers)
      .reverse()
      .map(([name, number]) => [number, name]),
  );
}

let signalNames: ReadonlyMap<number, string> | undefined;
let errorNames: ReadonlyMap<number, string> | undefined;

const REAL_TIME_FROM = 34;

/** `code` is −1 when it ended by `signal`. Node has no names for real-time signals; they get the shell's. */
export function exitOf(code: number, signal: number): ProcessExit {
  if (code >= 0) return { code, signal: null };
  signalNames ??= namesByNumber(constants.signals);
  const name = signalNames.get(signal) ?? `SIGRTMIN+${signal - REAL_TIME_FROM}`;
  return { code: null, signal: name as NodeJS.Signals };
}

/** `ENOENT` and so on; `errno 555` for one that Node does not know. */
export function errorNamed(errno: number): string {
  errorNames ??= namesByNumber(constants.errno);
  return errorNames.get(errno) ?? `errno ${errno}`;
}

export function signalNumber(signal: NodeJS.Signals): number {
  return constants.signals[signal];
}
