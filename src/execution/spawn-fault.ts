import type { ErrorCode, Fault, SpawnSpec } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { cwdFault, programFault } from "./spawn-files.js";
import { shellFault } from "./spawn-refusal.js";

/** What stands at fault in a spawn; the arguments are left out, as they may hold secrets. */
export type SpawnSite = Pick<SpawnSpec, "program" | "argv" | "cwd" | "env">;

/** `MAX_ARG_STRLEN` of Linux with pages of 4 KiB, the ending NUL included. */
const LONGEST_ARGUMENT = 131_072;
const EXHAUSTED_RETRY_MS = 1000;

/**
 * Makes the Fault of a spawn that the system refused with `errno` (`ENOENT`, `E2BIG`, …). The same errno comes for
 * the program, its interpreter and the working directory, so the files are looked at to name the one at fault.
 */
export function spawnFault(errno: string, site: SpawnSite): Fault {
  const exhausted = exhaustionFault(errno);
  if (exhausted !== null) return exhausted;
  if (errno === "E2BIG") return tooLong(site);
  if (errno === "ENOEXEC") return shellFault(site) ?? otherFault(errno, site);
  return cwdFault(errno, site.cwd) ?? programFault(errno, site.program, site.cwd) ?? otherFault(errno, site);
}

/** The Fault when `errno` says that the system is out of something; null when it says another thing. */
export function exhaustionFault(errno: string): Fault | null {
  if (!Object.hasOwn(EXHAUSTED, errno)) return null;
  const [code, message, hint] = EXHAUSTED[errno]!;
  return fault(code, message, { hint, retryAfterMs: EXHAUSTED_RETRY_MS, details: { errno } });
}

const EXHAUSTED: { readonly [errno: string]: readonly [ErrorCode, string, string] } = {
  EMFILE: [
    "AR_OUT_OF_DESCRIPTORS",
    "The broker has no file descriptor left for another process.",
    "Raise its limit (ulimit -n), or lower limits.concurrency.",
  ],
  ENFILE: [
    "AR_OUT_OF_DESCRIPTORS",
    "The system has no file descriptor left for another process.",
    "Raise fs.file-max, or close what holds the files.",
  ],
  EAGAIN: [
    "AR_OUT_OF_PROCESSES",
    "The system allows this user no further process.",
    "Raise the limit (ulimit -u, pids.max of the cgroup), or lower limits.concurrency.",
  ],
  ENOMEM: [
    "AR_OUT_OF_MEMORY",
    "The system has no memory for another process.",
    "Free memory, or lower limits.concurrency.",
  ],
  ENOSPC: ["AR_DISK_FULL", "No space is left on the disk to start the run.", "Free space on the disk of TMPDIR."],
  EDQUOT: ["AR_DISK_FULL", "The disk quota is used up, so the run cannot start.", "Free space within the quota."],
};

function tooLong({ argv, env }: SpawnSite): Fault {
  // As the kernel counts: each string with its NUL, a variable as NAME=value.
  const strings = [
    ...argv.map((argument, index) => ({ what: `Argument ${index}`, bytes: Buffer.byteLength(argument) + 1 })),
    ...Object.entries(env).map(([name, value]) => ({
      what: `The environment variable ${name}`,
      bytes: Buffer.byteLength(name) + Buffer.byteLength(value) + 2,
    })),
  ];
  const longest = strings.reduce((most, string) => (string.bytes > most.bytes ? string : most), { what: "", bytes: 0 });
  const total = strings.reduce((sum, { bytes }) => sum + bytes, 0);
  const message =
    longest.bytes > LONGEST_ARGUMENT
      ? `${longest.what} is ${longest.bytes - 1} bytes long; the system takes at most ${LONGEST_ARGUMENT - 1}.`
      : `Arguments and environment are ${total} bytes long, more than the system takes.`;
  return fault("AR_ARGUMENTS_TOO_LONG", message, {
    hint: "Pass less at once, or put the data in a file and pass its path.",
    details: { errno: "E2BIG", total_bytes: total, longest_bytes: longest.bytes - 1 },
  });
}

function otherFault(errno: string, { program }: SpawnSite): Fault {
  const noexec = errno === "EACCES";
  return noexec
    ? fault("AR_NOT_EXECUTABLE", `The system does not let ${program} be executed.`, {
        hint: "Its file system may be mounted with noexec, or a security policy forbids it.",
        details: { errno, program },
      })
    : fault("AR_SPAWN_FAILED", `The system refused to start ${program} (${errno}).`, { details: { errno, program } });
}
