import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { loadNative } from "../../src/execution/drivers/native-binding.js";

/** How many calls a part of the campaign makes. */
export const CALLS = Number(process.env.FAULT_CALLS ?? 300);

/** FAULT_SEED repeats a campaign as far as its own choices go. */
export const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

const native = loadNative();
export const DRIVERS = "missing" in native ? ["portable"] : ["native", "portable"];

/** Numbers from 0 to 1 that a seed determines (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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

/**
 * What the descriptors of this process lead to, sorted. Without /dev/null, of which the portable driver keeps one for
 * each broker, to stand in for descriptors that its own process was started with.
 */
export function descriptors(): string[] {
  return readdirSync("/proc/self/fd")
    .flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)];
      } catch {
        // The one of this very listing.
        return [];
      }
    })
    .filter((target) => target !== "/dev/null")
    .sort();
}
