import type { StdioNull, StdioPipe } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";

/** `O_CLOEXEC` in the octal flags of `/proc/<pid>/fdinfo`. */
const CLOSE_ON_EXEC = 0o2000000;
/** Above this a descriptor is left alone: the list for Node is as long as the highest number. */
const HIGHEST = 1023;

/**
 * What a child gets: nothing on stdin, pipes for its output, and `/dev/null` in place of any other descriptor that the
 * broker was itself started with. Node keeps only those right above stderr from its children, so `flock 200` around
 * the broker would leave its lock with every tool.
 */
export function shieldedStdio(
  inherited: readonly number[] = inheritedDescriptors(),
): (StdioNull | StdioPipe | number)[] {
  const stdio: (StdioNull | StdioPipe | number)[] = ["ignore", "pipe", "pipe"];
  if (inherited.length === 0) return stdio;
  const nowhere = openSync("/dev/null", "r");
  for (let descriptor = 3; descriptor <= Math.max(...inherited); descriptor++) {
    stdio.push(inherited.includes(descriptor) ? nowhere : "ignore");
  }
  return stdio;
}

/** Descriptors above stderr that every child would inherit; none where the system does not tell. */
export function inheritedDescriptors(): number[] {
  try {
    const limit = openFilesLimit();
    return readdirSync("/proc/self/fdinfo")
      .map(Number)
      .filter(
        (descriptor) => descriptor > 2 && descriptor <= HIGHEST && descriptor < limit && isInheritable(descriptor),
      );
  } catch {
    return [];
  }
}

/** A limit lowered after a descriptor was opened leaves it open, and nothing can be put in its place. */
function openFilesLimit(): number {
  const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
  return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
}

function isInheritable(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
}
