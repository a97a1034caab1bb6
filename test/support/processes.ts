import { readdirSync, readFileSync } from "node:fs";

/** Live processes (no zombies) whose command line holds `text`; Linux alone. */
export function processesWith(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
        return command.includes(text) && state !== "Z" && state !== "X";
      } catch {
        return false;
      }
    })
    .map(Number);
}

let used = 0;

/** A number of seconds to sleep that nobody else sleeps, so that its process can be found by its command line. */
export function uniqueSleep(): string {
  used += 1;
  return `${3100 + (process.pid % 500)}.${String(used).padStart(3, "0")}`;
}

export interface Child {
  readonly pid: number;
  readonly zombie: boolean;
  readonly command: string;
}

/** Children of a process, zombies among them. */
export function childrenOf(parent: number): Child[] {
  const found: Child[] = [];
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, state, ppid] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${name}/stat`, "utf8"))!;
      const command = readFileSync(`/proc/${name}/cmdline`, "latin1").replaceAll("\0", " ");
      if (Number(ppid) === parent) found.push({ pid: Number(name), zombie: state === "Z", command });
    } catch {
      // It ended meanwhile.
    }
  }
  return found;
}
