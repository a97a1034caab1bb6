import { promisify } from "node:util";
import { loadNative } from "../drivers/native-binding.js";
import { type ContainmentKind, GUARANTEES } from "./modes.js";

/** What one way to contain runs comes to on this machine. */
export interface ContainmentOption {
  readonly mode: ContainmentKind;
  readonly available: boolean;
  /** Why it is not available, or what it costs here; null when there is nothing to say. */
  readonly reason: string | null;
  readonly guarantee: string;
}

export interface ContainmentReport {
  /** Null when there is a native driver; else why not, in words. */
  readonly withoutNative: string | null;
  /** Best first: `auto` takes the first that is available without a reason against it. */
  readonly options: readonly ContainmentOption[];
  /** Limits that the kernel holds for a whole run in mode `cgroup`; others are watched ten times a second. */
  readonly heldByKernel: readonly ("memory" | "processes")[];
}

interface Answer {
  readonly cgroup: { readonly available: boolean; readonly reason: string | null };
  readonly namespace: { readonly available: boolean; readonly reason: string | null };
  readonly memory: boolean;
  readonly processes: boolean;
}

/** Tries every mode on this machine, for `doctor`. Never rejects. */
export async function detectContainment(): Promise<ContainmentReport> {
  const parts = loadNative();
  if ("missing" in parts) return withoutNative(parts.missing);
  try {
    const { execFile } = await import("node:child_process");
    const { stdout } = await promisify(execFile)(parts.wardenPath, ["--modes"], { timeout: 5000 });
    return report(JSON.parse(stdout) as Answer);
  } catch (error) {
    return withoutNative(`its helper process cannot be started: ${(error as Error).message.trim()}`);
  }
}

function report({ cgroup, namespace, memory, processes }: Answer): ContainmentReport {
  return {
    withoutNative: null,
    options: [
      { mode: "cgroup", ...cgroup, guarantee: GUARANTEES.cgroup },
      { mode: "namespace", ...namespace, guarantee: GUARANTEES.namespace },
      { mode: "subreaper", available: true, reason: null, guarantee: GUARANTEES.subreaper },
    ],
    heldByKernel: [...(memory ? (["memory"] as const) : []), ...(processes ? (["processes"] as const) : [])],
  };
}

function withoutNative(reason: string): ContainmentReport {
  const why = "needs the native driver";
  return {
    withoutNative: reason,
    options: (["cgroup", "namespace", "subreaper"] as const).map((mode) => ({
      mode,
      available: false,
      reason: why,
      guarantee: GUARANTEES[mode],
    })),
    heldByKernel: [],
  };
}
