import type { ContainmentMode } from "../../contract/index.js";

/** What can be in force, weakest first: the order of `enum ar_mode` in `native/shared/protocol.h`. */
export const MODES = ["none", "subreaper", "namespace", "cgroup"] as const satisfies readonly ContainmentMode[];
export type ContainmentKind = (typeof MODES)[number];

/** How runs are contained now. */
export interface ContainmentInForce {
  readonly mode: ContainmentKind;
  /** Limits on a whole run that the kernel holds; the others are held to by looking ten times a second. */
  readonly heldByKernel: readonly ("memory" | "processes")[];
  /** Why each better mode is not there. */
  readonly unavailable: readonly { readonly mode: string; readonly reason: string }[];
  /** What was found, and killed or removed, of brokers that died together with their wardens. */
  readonly leftovers: { readonly processes: number; readonly folders: number };
}

/** What a mode guarantees, in words for `doctor`. docs/containment.md has the whole table. */
export const GUARANTEES: { readonly [mode in ContainmentKind]: string } = {
  cgroup: "Nothing leaves the run's cgroup; it is killed in one step that no fork escapes.",
  namespace: "Nothing leaves the run's PID namespace; the kernel kills all of it with its first process.",
  subreaper:
    "All that a run starts stays below the warden and carries the run's mark, and is killed until nothing is left.",
  none: "The run's session and what descends from it are stopped; a daemon that leaves both lives on.",
};

interface Hello {
  readonly mode: number;
  readonly controllers: number;
  readonly leftovers: ContainmentInForce["leftovers"];
  readonly why: string;
}

const CONTROLS_MEMORY = 1;
const CONTROLS_PROCESSES = 2;

/** Reads what the warden said of itself. */
export function inForce({ mode, controllers, leftovers, why }: Hello): ContainmentInForce {
  const heldByKernel: ("memory" | "processes")[] = [];
  if (controllers & CONTROLS_MEMORY) heldByKernel.push("memory");
  if (controllers & CONTROLS_PROCESSES) heldByKernel.push("processes");
  const unavailable = why
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const colon = line.indexOf(": ");
      return { mode: line.slice(0, colon), reason: line.slice(colon + 2) };
    });
  return { mode: MODES[mode]!, heldByKernel, unavailable, leftovers };
}
