import type { Admission, Clock, Job, Permit, SchedulerStats, Ticket } from "../contract/index.js";
import { type Limits, obstacle } from "./admission.js";
import { Answer } from "./answer.js";
import { Deadlines } from "./deadlines.js";
import { displaced, type Load, queueFull, queueShare, queueTimeout, shutDown } from "./faults.js";
import { hindrance } from "./hindrance.js";
import { HoldTimes } from "./hold-times.js";
import { Places } from "./places.js";
import { Usage } from "./usage.js";
import { WaitLines } from "./wait-lines.js";
import type { WaitingJob } from "./waiting-job.js";

export interface SchedulerOptions {
  /** Jobs running at once, 1 or more. */
  readonly concurrency: number;
  /** Jobs waiting at once; with 0 what cannot start at once is refused. */
  readonly queue: number;
  /** What one caller may hold of the queue while others wait too: a share 0 … 1 of it, one place at least. */
  readonly callerShare: number;
  readonly queueTimeoutMs: number;
  /** Jobs running at once by group, 1 or more; a group without an entry has the global limit alone. */
  readonly groups: { readonly [group: string]: number };
  readonly clock: Clock;
}

/** Decides which job starts when. */
export interface Scheduler {
  /**
   * Answers in a microtask, never from inside this call. Until then the ticket's `cancel` is good: true means that
   * no answer comes and nothing is held.
   */
  submit(job: Job, admission: Admission): Ticket;
  stats(): SchedulerStats;
  /** Rejects what waits, and whatever is submitted from now on, with AR_SHUTDOWN; permits given out stay good. */
  close(): void;
}

/** @throws RangeError when `concurrency` or the limit of a group is no whole number from 1, or `queue` none from 0. */
export function createScheduler(options: SchedulerOptions): Scheduler {
  mustBeWhole("concurrency", options.concurrency, 1);
  mustBeWhole("queue", options.queue, 0);
  for (const [group, limit] of Object.entries(options.groups)) mustBeWhole(`groups.${group}`, limit, 1);
  return new PermitScheduler(options);
}

function mustBeWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`${name} must be a whole number of ${least} or more, not ${value}`);
}

class PermitScheduler implements Scheduler {
  readonly #clock: Clock;
  readonly #limits: Limits;
  readonly #queueTimeoutMs: number;
  readonly #usage = new Usage();
  readonly #holdTimes = new HoldTimes();
  readonly #lines: WaitLines;
  readonly #places: Places;
  readonly #deadlines: Deadlines;
  #submitted = 0;
  #closed = false;

  constructor(options: SchedulerOptions) {
    this.#clock = options.clock;
    this.#limits = { concurrency: options.concurrency, groups: new Map(Object.entries(options.groups)) };
    this.#queueTimeoutMs = options.queueTimeoutMs;
    this.#lines = new WaitLines(this.#usage, this.#limits);
    this.#places = new Places(options.queue, options.callerShare);
    this.#deadlines = new Deadlines(options.clock, options.queueTimeoutMs, (waiting) => this.#expire(waiting));
  }

  submit(job: Job, admission: Admission): Ticket {
    const answer = new Answer(admission);
    this.#submitted += 1;
    const waiting: WaitingJob = { job, answer, sequence: this.#submitted, enqueuedAt: this.#clock.now() };
    if (this.#closed) answer.reject(shutDown());
    else this.#enter(waiting);
    return {
      cancel: () => {
        const withdrawn = answer.withdraw();
        if (withdrawn) this.#leave(waiting);
        return withdrawn;
      },
    };
  }

  stats(): SchedulerStats {
    const waiting = this.#lines.groups();
    const names = new Set([...this.#limits.groups.keys(), ...this.#usage.groups(), ...waiting.keys()]);
    const groups = [...names].map((name) => {
      return [name, { running: this.#usage.group(name).running, queued: waiting.get(name) ?? 0 }] as const;
    });
    return { running: this.#usage.running, queued: this.#places.size, groups: Object.fromEntries(groups) };
  }

  close(): void {
    this.#closed = true;
    for (const waiting of this.#lines.all()) {
      this.#lines.leave(waiting);
      this.#vacate(waiting);
      waiting.answer.reject(shutDown());
    }
  }

  /** Starts the job, or lets it wait where there is a place. */
  #enter(waiting: WaitingJob): void {
    // Who has nobody to wait for and nothing to wait for need not stand in line.
    if (this.#lines.empty && obstacle(waiting.job, this.#usage, this.#limits) === null) {
      this.#start(waiting, waiting.enqueuedAt);
      return;
    }
    this.#lines.enter(waiting);
    if (this.#lines.next === waiting) {
      this.#dispatch();
      return;
    }
    const claim = this.#places.claim(waiting.job.caller);
    if (claim.kind === "full" || claim.kind === "share") {
      this.#lines.leave(waiting);
      waiting.answer.reject(claim.kind === "full" ? queueFull(this.#load()) : queueShare(this.#load(), claim.holder));
      return;
    }
    this.#places.add(waiting);
    this.#deadlines.add(waiting);
    if (claim.kind === "displaces") {
      this.#leave(claim.waiting);
      claim.waiting.answer.reject(displaced(this.#load(), claim.holder));
    }
  }

  #expire(waiting: WaitingJob): void {
    const why = hindrance(waiting.job, this.#usage, this.#limits);
    waiting.answer.reject(queueTimeout(this.#load(), this.#queueTimeoutMs, why));
    this.#leave(waiting);
  }

  /** Whoever leaves may have kept a group or a lock reserved. */
  #leave(waiting: WaitingJob): void {
    this.#lines.leave(waiting);
    this.#vacate(waiting);
    this.#dispatch();
  }

  #vacate(waiting: WaitingJob): void {
    this.#places.remove(waiting);
    this.#deadlines.remove(waiting);
  }

  #dispatch(): void {
    for (let next = this.#lines.next; next !== null; next = this.#lines.next) {
      const now = this.#clock.now();
      this.#start(next, now);
      this.#lines.serve(next, now);
      this.#vacate(next);
    }
  }

  #start({ job, answer }: WaitingJob, now: number): void {
    this.#usage.take(job);
    answer.admit(this.#permit(job, now));
  }

  #permit(job: Job, since: number): Permit {
    let held = true;
    return {
      release: () => {
        if (!held) return;
        held = false;
        this.#holdTimes.record(this.#clock.now() - since);
        this.#usage.giveBack(job);
        if (this.#lines.empty) return;
        this.#lines.released(job);
        this.#dispatch();
      },
    };
  }

  #load(): Load {
    const running = this.#usage.running;
    const queueDepth = this.#places.size;
    return {
      queueDepth,
      running,
      queue: this.#places.total,
      concurrency: this.#limits.concurrency,
      retryAfterMs: this.#holdTimes.untilThrough(queueDepth, running),
    };
  }
}
