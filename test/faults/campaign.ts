import { readdirSync, readlinkSync } from "node:fs";
import { loadNative } from "../../src/execution/drivers/native-binding.js";

/** How many calls a part of the campaign makes. */
export const CALLS = Number(process.env.FAULT_CALLS ?? 300);

/** FAULT_SEED repeats a campaign as far as its own choices go. */
export const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

const native = loadNative();
export const DRIVERS = "missing" in native ? ["portable"] : ["native", "portable"];

export const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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
