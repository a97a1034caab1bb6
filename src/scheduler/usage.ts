import type { Job } from "../contract/index.js";

export interface GroupUsage {
  readonly running: number;
  /** A job that needs the group alone runs. */
  readonly alone: boolean;
}

const UNUSED: GroupUsage = { running: 0, alone: false };

/** What the running jobs hold. Taken as a whole when a job starts and given back as a whole when it ends. */
export class Usage {
  #running = 0;
  readonly #groups = new Map<string, GroupUsage>();
  readonly #locks = new Set<string>();

  get running(): number {
    return this.#running;
  }

  group(name: string): GroupUsage {
    return this.#groups.get(name) ?? UNUSED;
  }

  /** Groups in which something runs. */
  groups(): IterableIterator<string> {
    return this.#groups.keys();
  }

  locked(name: string): boolean {
    return this.#locks.has(name);
  }

  take(job: Job): void {
    this.#running += 1;
    this.#groups.set(job.group, { running: this.group(job.group).running + 1, alone: job.aloneInGroup });
    for (const name of job.locks) this.#locks.add(name);
  }

  giveBack(job: Job): void {
    this.#running -= 1;
    const running = this.group(job.group).running - 1;
    if (running > 0) this.#groups.set(job.group, { running, alone: false });
    else this.#groups.delete(job.group);
    for (const name of job.locks) this.#locks.delete(name);
  }
}
