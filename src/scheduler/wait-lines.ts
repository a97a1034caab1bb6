import type { Job } from "../contract/index.js";
import { isFree, type Limits, needs, obstacle, type Resource } from "./admission.js";
import { TurnQueue } from "./turn-queue.js";
import type { Usage } from "./usage.js";
import type { WaitingJob } from "./waiting-job.js";

/** The queue for one resource. */
interface Line {
  readonly key: string;
  readonly resource: Resource;
  readonly queue: TurnQueue;
  /** The first of the queue while the resource is free for it: it stands in its next line too, and keeps its place here. */
  passing: WaitingJob | null;
}

/**
 * Where jobs wait: each queues for its locks, then for its group, then for a slot. Only the first of a line goes on
 * to the next, and only while the resource is free for it. So
 * - what is given back concerns the first of its own line and nobody else: O(log n), however many wait;
 * - who is first for a lock, or for a group that it needs alone, has it reserved: nobody passes it there;
 * - a full group or a held lock stops its own line alone.
 * Nothing is held meanwhile: one that goes before takes over the place in the next line too.
 */
export class WaitLines {
  readonly #lines = new Map<string, Line>();
  readonly #paths = new Map<WaitingJob, readonly Line[]>();

  constructor(
    private readonly usage: Usage,
    private readonly limits: Limits,
  ) {}

  /** Whether nobody waits for anything. */
  get empty(): boolean {
    return this.#paths.size === 0;
  }

  /** The job that may start now, or null. */
  get next(): WaitingJob | null {
    return this.#lines.get("slot")?.passing ?? null;
  }

  /** Waiting jobs by group; groups without any are left out. */
  groups(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { resource, queue } of this.#lines.values()) {
      if (resource.kind === "group") counts.set(resource.name, queue.members);
    }
    return counts;
  }

  /** Everyone who waits, in order of arrival. */
  all(): readonly WaitingJob[] {
    return [...this.#paths.keys()];
  }

  enter(waiting: WaitingJob): void {
    const path = needs(waiting.job).map((resource) => this.#line(resource));
    for (const line of path) line.queue.join(waiting);
    this.#paths.set(waiting, path);
    this.#enterFrom(waiting, path, 0);
  }

  /** Takes a job out that will not start. */
  leave(waiting: WaitingJob): void {
    this.#leaveFrom(waiting, this.#pathOf(waiting), 0);
    this.#forget(waiting);
  }

  /** Takes the job out that starts; called once `usage` counts it. */
  serve(waiting: WaitingJob, now: number): void {
    const path = this.#pathOf(waiting);
    for (const line of path) {
      line.queue.serve(waiting, now);
      line.passing = null;
    }
    this.#forget(waiting);
    for (const line of path) this.#refresh(line);
  }

  /** Lets those pass who waited for what a job gave back; called once `usage` no longer counts it. */
  released(job: Job): void {
    for (const resource of needs(job)) {
      const line = this.#lines.get(keyOf(resource));
      if (line !== undefined) this.#refresh(line);
    }
  }

  #line(resource: Resource): Line {
    const key = keyOf(resource);
    let line = this.#lines.get(key);
    if (line === undefined) {
      line = { key, resource, queue: new TurnQueue(), passing: null };
      this.#lines.set(key, line);
    }
    return line;
  }

  #pathOf(waiting: WaitingJob): readonly Line[] {
    return this.#paths.get(waiting) ?? [];
  }

  #forget(waiting: WaitingJob): void {
    for (const line of this.#pathOf(waiting)) {
      line.queue.part(waiting);
      if (line.queue.members === 0) this.#lines.delete(line.key);
    }
    this.#paths.delete(waiting);
  }

  #enterFrom(waiting: WaitingJob, path: readonly Line[], index: number): void {
    const line = path[index];
    if (line === undefined) return;
    line.queue.add(waiting);
    this.#refresh(line);
  }

  /** Takes a job out of the line at `index` of its path and of those after it. */
  #leaveFrom(waiting: WaitingJob, path: readonly Line[], index: number): void {
    const line = path[index];
    if (line === undefined) return;
    line.queue.remove(waiting);
    if (line.passing === waiting) {
      line.passing = null;
      this.#leaveFrom(waiting, path, index + 1);
    }
    this.#refresh(line);
  }

  /** Brings in line who passes with who is first. */
  #refresh(line: Line): void {
    const { first } = line.queue;
    const passing = first !== null && this.#passes(first.job, line.resource) ? first : null;
    const before = line.passing;
    if (passing === before) return;
    line.passing = passing;
    if (before !== null) this.#leaveFrom(before, this.#pathOf(before), this.#pathOf(before).indexOf(line) + 1);
    if (passing !== null) this.#enterFrom(passing, this.#pathOf(passing), this.#pathOf(passing).indexOf(line) + 1);
  }

  /** The last line decides for good, over everything that the job needs. */
  #passes(job: Job, resource: Resource): boolean {
    if (resource.kind === "slot") return obstacle(job, this.usage, this.limits) === null;
    return isFree(resource, job, this.usage, this.limits);
  }
}

function keyOf(resource: Resource): string {
  return resource.kind === "slot" ? resource.kind : `${resource.kind}:${resource.name}`;
}
