import type { Job } from "../contract/index.js";
import type { Usage } from "./usage.js";

export interface Limits {
  /** Jobs running at once. */
  readonly concurrency: number;
  /** By group; a group without an entry has the global limit alone. */
  readonly groups: ReadonlyMap<string, number>;
}

/** What a job needs to run. */
export type Resource =
  | { readonly kind: "lock"; readonly name: string }
  | { readonly kind: "group"; readonly name: string }
  | { readonly kind: "slot" };

/**
 * Everything a job needs, in the order in which it queues for it. The order is the same for all jobs, so two jobs
 * never wait for each other.
 */
export function needs(job: Job): readonly Resource[] {
  const locks = [...new Set(job.locks)].sort();
  return [
    ...locks.map((name): Resource => ({ kind: "lock", name })),
    { kind: "group", name: job.group },
    { kind: "slot" },
  ];
}

/** Whether the job could have this one resource now. */
export function isFree(resource: Resource, job: Job, usage: Usage, limits: Limits): boolean {
  switch (resource.kind) {
    case "lock":
      return !usage.locked(resource.name);
    case "group": {
      const group = usage.group(resource.name);
      if (group.alone) return false;
      if (job.aloneInGroup) return group.running === 0;
      return group.running < (limits.groups.get(resource.name) ?? limits.concurrency);
    }
    case "slot":
      return usage.running < limits.concurrency;
  }
}

/** What keeps a job from starting, looking at everything it needs together; null when it may start. */
export function obstacle(job: Job, usage: Usage, limits: Limits): Resource | null {
  return needs(job).find((resource) => !isFree(resource, job, usage, limits)) ?? null;
}
