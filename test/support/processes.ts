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
