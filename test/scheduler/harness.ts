import type { Clock, Fault, Job, Permit, Ticket, Timer } from "../../src/contract/index.js";
import { createScheduler, type Scheduler, type SchedulerOptions } from "../../src/scheduler/index.js";

/** Time that moves when told to. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ readonly due: number; readonly callback: () => void }>();

  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): Timer {
    const timer = { due: this.#now + ms, callback };
    this.#timers.add(timer);
    return { cancel: () => void this.#timers.delete(timer) };
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (due === undefined) break;
      this.#now = Math.max(this.#now, due.due);
      this.#timers.delete(due);
      due.callback();
    }
    this.#now = end;
  }
}

export type Answered =
  | { readonly kind: "admitted"; readonly permit: Permit }
  | { readonly kind: "rejected"; readonly fault: Fault };

/** A scheduler whose answers are written down in order. */
export class Harness {
  readonly clock = new ManualClock();
  readonly scheduler: Scheduler;
  /** Jobs in the order in which they were admitted. */
  readonly admitted: string[] = [];
  readonly answers = new Map<string, Answered[]>();
  readonly jobs = new Map<string, Job>();
  readonly running = new Map<string, Permit>();

  constructor(options: Partial<Omit<SchedulerOptions, "clock">> = {}) {
    const defaults = { concurrency: 1, queue: 1_000_000, callerShare: 1, queueTimeoutMs: 1e12, groups: {} };
    this.scheduler = createScheduler({ ...defaults, ...options, clock: this.clock });
  }

  submit(id: string, job: Partial<Omit<Job, "id">> = {}): Ticket {
    const full = { id, caller: "", group: "default", aloneInGroup: false, locks: [], priority: 0, ...job };
    this.jobs.set(id, full);
    const given: Answered[] = [];
    this.answers.set(id, given);
    return this.scheduler.submit(full, {
      admitted: (permit) => {
        given.push({ kind: "admitted", permit });
        this.admitted.push(id);
        this.running.set(id, permit);
      },
      rejected: (fault) => given.push({ kind: "rejected", fault }),
    });
  }

  /** Ends a run and waits for what that starts. */
  async release(id: string): Promise<void> {
    const permit = this.running.get(id);
    if (permit === undefined) throw new Error(`${id} does not run`);
    this.running.delete(id);
    permit.release();
    await settle();
  }

  /** Ends whatever runs, oldest first, until nothing is left. */
  async drain(stepMs = 0): Promise<void> {
    await settle();
    for (let next = this.running.keys().next(); !next.done; next = this.running.keys().next()) {
      this.clock.advance(stepMs);
      await this.release(next.value);
    }
  }

  fault(id: string): Fault | undefined {
    const [answer] = this.answers.get(id) ?? [];
    return answer?.kind === "rejected" ? answer.fault : undefined;
  }
}

/** Answers come in microtasks. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
