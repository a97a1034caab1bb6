import type { Job } from "../../src/contract/index.js";
import type { SchedulerOptions } from "../../src/scheduler/index.js";

interface Waiting {
  readonly job: Job;
  readonly sequence: number;
  readonly since: number;
}

interface Turn {
  readonly at: number;
  readonly number: number;
}

/**
 * The scheduler's rules written down plainly, with lists that are sorted and searched anew at every step. What the
 * real one does with heaps has to come to the same.
 */
export class Model {
  now = 0;
  closed = false;
  waiting: Waiting[] = [];
  running: Job[] = [];
  /** Every answer, as `admitted ID` or `CODE ID`. */
  readonly log: string[] = [];
  readonly #turns = new Map<string, Map<string, Turn>>();
  #count = 0;

  constructor(readonly options: Omit<SchedulerOptions, "clock">) {}

  submit(job: Job): void {
    if (this.closed) {
      this.log.push(`AR_SHUTDOWN ${job.id}`);
      return;
    }
    this.#count += 1;
    const waiting = { job, sequence: this.#count, since: this.now };
    const before = this.waiting;
    this.waiting = [...before, waiting];
    if (this.#next() === waiting) this.#startAll();
    else this.#claim(waiting, before);
  }

  #claim(waiting: Waiting, before: readonly Waiting[]): void {
    const { job } = waiting;
    const { queue } = this.options;
    const share = Math.max(Math.floor(queue * this.options.callerShare), 1);
    const heldBy = (caller: string) => before.filter((other) => other.job.caller === caller);
    const held = heldBy(job.caller).length;
    const above = before.find((other) => heldBy(other.job.caller).length > share);
    if (held >= share && before.length > held) this.#refuse(waiting, "AR_QUEUE_SHARE");
    else if (before.length < queue) return;
    else if (held >= share || above === undefined) this.#refuse(waiting, "AR_QUEUE_FULL");
    else this.#refuse(heldBy(above.job.caller).sort(inOrder).at(-1)!, "AR_QUEUE_SHARE");
  }

  cancel(id: string): void {
    this.waiting = this.waiting.filter(({ job }) => job.id !== id);
    this.#startAll();
  }

  release(id: string): void {
    this.running = this.running.filter((job) => job.id !== id);
    this.#startAll();
  }

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const [first] = [...this.waiting].sort((a, b) => a.sequence - b.sequence);
      if (first === undefined || first.since + this.options.queueTimeoutMs > end) break;
      this.now = Math.max(this.now, first.since + this.options.queueTimeoutMs);
      this.#refuse(first, "AR_QUEUE_TIMEOUT");
    }
    this.now = end;
  }

  close(): void {
    this.closed = true;
    for (const { job } of this.waiting) this.log.push(`AR_SHUTDOWN ${job.id}`);
    this.waiting = [];
  }

  #refuse(waiting: Waiting, code: string): void {
    this.waiting = this.waiting.filter((other) => other !== waiting);
    this.log.push(`${code} ${waiting.job.id}`);
    this.#startAll();
  }

  #startAll(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      const { job } = next;
      this.waiting = this.waiting.filter((other) => other !== next);
      this.running = [...this.running, job];
      this.log.push(`admitted ${job.id}`);
      for (const resource of resources(job)) {
        const turns = this.#turns.get(resource) ?? new Map<string, Turn>();
        const number = Math.max(0, ...[...turns.values()].map((turn) => turn.number)) + 1;
        this.#turns.set(resource, turns.set(job.caller, { at: this.now, number }));
      }
    }
    this.#forgetTurns();
  }

  #forgetTurns(): void {
    for (const [resource, turns] of this.#turns) {
      for (const caller of turns.keys()) {
        const needed = this.waiting.some(({ job }) => job.caller === caller && resources(job).includes(resource));
        if (!needed) turns.delete(caller);
      }
    }
  }

  #next(): Waiting | undefined {
    const passed = new Map<string, Waiting | undefined>();
    const locks = [...new Set(this.waiting.flatMap(({ job }) => job.locks))].sort();
    const groups = [...new Set(this.waiting.map(({ job }) => job.group))];
    for (const resource of [...locks.map((name) => `lock:${name}`), ...groups.map((name) => `group:${name}`), "slot"]) {
      const line = this.waiting.filter((waiting) => {
        const path = resources(waiting.job);
        const index = path.indexOf(resource);
        return index >= 0 && path.slice(0, index).every((earlier) => passed.get(earlier) === waiting);
      });
      const first = this.#first(line, resource);
      passed.set(resource, first && this.#free(resource, first.job) ? first : undefined);
    }
    return passed.get("slot");
  }

  #first(line: readonly Waiting[], resource: string): Waiting | undefined {
    const firsts = [...new Set(line.map(({ job }) => job.caller))].map(
      (caller) => line.filter(({ job }) => job.caller === caller).sort(inOrder)[0]!,
    );
    const turn = (waiting: Waiting) => this.#turns.get(resource)?.get(waiting.job.caller) ?? { at: -1, number: 0 };
    const key = (waiting: Waiting) => Math.max(waiting.since, turn(waiting).at) - 1_000 * waiting.job.priority;
    return firsts.sort((a, b) => key(a) - key(b) || turn(a).number - turn(b).number || a.sequence - b.sequence)[0];
  }

  #free(resource: string, job: Job): boolean {
    if (resource === "slot") return this.running.length < this.options.concurrency;
    if (resource.startsWith("lock:")) return !this.running.some(({ locks }) => locks.includes(resource.slice(5)));
    const inGroup = this.running.filter(({ group }) => group === job.group);
    if (inGroup.some(({ aloneInGroup }) => aloneInGroup)) return false;
    if (job.aloneInGroup) return inGroup.length === 0;
    return inGroup.length < (this.options.groups[job.group] ?? Number.POSITIVE_INFINITY);
  }
}

function resources(job: Job): string[] {
  const locks = [...new Set(job.locks)].sort();
  return [...locks.map((name) => `lock:${name}`), `group:${job.group}`, "slot"];
}

function inOrder(a: Waiting, b: Waiting): number {
  return a.since - b.since - 1_000 * (a.job.priority - b.job.priority) || a.sequence - b.sequence;
}
