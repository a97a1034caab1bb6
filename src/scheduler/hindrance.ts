import type { Job } from "../contract/index.js";
import { type Limits, obstacle } from "./admission.js";
import type { Usage } from "./usage.js";

/** What kept a job from starting, in the terms of those who set the limits. */
export type Hindrance =
  | { readonly kind: "lock" }
  /** The group has a limit of its own, and so many of it run. */
  | { readonly kind: "group"; readonly name: string; readonly limit: number }
  /** A call runs alone in the group; or `wanted`: this one has to, and others of it run. */
  | { readonly kind: "exclusive"; readonly name: string; readonly wanted: boolean }
  /** As many run as may run at all. */
  | { readonly kind: "slot"; readonly limit: number }
  /** Nothing but others that come first. */
  | { readonly kind: "turn" };

export function hindrance(job: Job, usage: Usage, limits: Limits): Hindrance {
  const lacking = obstacle(job, usage, limits);
  if (lacking === null) return { kind: "turn" };
  if (lacking.kind === "lock") return { kind: "lock" };
  const slot = { kind: "slot", limit: limits.concurrency } as const;
  if (lacking.kind === "slot") return slot;
  const { name } = lacking;
  if (usage.group(name).alone) return { kind: "exclusive", name, wanted: false };
  if (job.aloneInGroup) return { kind: "exclusive", name, wanted: true };
  const limit = limits.groups.get(name);
  // A group without a limit of its own is full when everything is.
  return limit === undefined ? slot : { kind: "group", name, limit };
}
