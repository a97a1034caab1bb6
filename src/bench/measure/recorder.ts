import type { Result, Status } from "../../contract/index.js";
import type { MixCall } from "../mix/mix.js";
import { wrongAnswer } from "../mix/plan.js";
import { createHistogram, type TimeHistogram } from "./histogram.js";
import { Series } from "./series.js";

/** An answered call. Times are of the monotonic clock, in milliseconds. */
export interface Sample {
  readonly call: MixCall;
  /** When the load meant to send it; latency counts from here, so that a stall of the sender hides nothing. */
  readonly intendedAt: number;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly result: Result;
  /** The load was stopped meanwhile, so that the answer is no longer what the mix says. */
  readonly stopped: boolean;
}

/** What of a kind of call was wrong. */
export interface WrongAnswers {
  readonly call: string;
  readonly count: number;
  /** What was wrong with the first of them. */
  readonly example: string;
}

/** Numbers of one kind of call. */
export class CallTally {
  sent = 0;
  readonly statuses = new Map<Status, number>();
  readonly latency: TimeHistogram = createHistogram(2);
}

/** Gathers what happened; only calls that were to start within the window count in the times. */
export class Recorder {
  /** From the intended start to the answer, of calls that were taken. */
  readonly latency = createHistogram();
  /** From the sending to the answer, of calls refused as busy. */
  readonly busy = createHistogram();
  readonly queued = createHistogram();
  readonly running = createHistogram();
  /** From the sending to the answer, less waiting and running: what the broker and the door add. */
  readonly overhead = createHistogram();
  readonly loopDelay = createHistogram();
  readonly series = new Series();
  readonly statuses = new Map<Status, number>();
  readonly byCall = new Map<MixCall, CallTally>();
  readonly #wrong = new Map<string, WrongAnswers>();
  /** Every call, also of the warm-up. */
  sent = 0;
  answered = 0;
  /** Calls whose door broke before it answered. */
  broken = 0;
  /** Calls to start within the window. */
  asked = 0;
  /** Calls taken whose answer came within the window. */
  done = 0;
  firstBreak: string | null = null;
  #until: number | null;

  /** `until`: null while it is not known how long will be measured. */
  constructor(
    readonly from: number,
    until: number | null,
  ) {
    this.#until = until;
  }

  /** How long was measured, in milliseconds. */
  get windowMs(): number {
    return Math.max(1, (this.#until ?? performance.now()) - this.from);
  }

  /** Ends the window, unless its end was known or has come. */
  endWindow(at: number): void {
    this.#until = Math.min(this.#until ?? at, Math.max(at, this.from));
  }

  sending(call: MixCall, intendedAt: number): void {
    this.sent += 1;
    if (!this.#within(intendedAt)) return;
    this.asked += 1;
    this.#tally(call).sent += 1;
    this.series.at(intendedAt - this.from).asked += 1;
  }

  settled(sample: Sample): void {
    const { call, intendedAt, sentAt, answeredAt, result, stopped } = sample;
    this.answered += 1;
    if (!stopped) this.#check(call, result);
    const taken = result.status !== "busy";
    if (this.#within(answeredAt)) {
      const stretch = this.series.at(answeredAt - this.from);
      if (taken) stretch.done += 1;
      else stretch.busy += 1;
      if (taken) this.done += 1;
    }
    if (!this.#within(intendedAt)) return;
    const tally = this.#tally(call);
    count(this.statuses, result.status);
    count(tally.statuses, result.status);
    if (!taken) {
      this.busy.record(answeredAt - sentAt);
      return;
    }
    const latency = answeredAt - intendedAt;
    this.latency.record(latency);
    tally.latency.record(latency);
    this.series.at(intendedAt - this.from).latency.record(latency);
    const { queued_ms: queued, duration_ms: running } = result;
    if (queued !== null) this.queued.record(queued);
    if (running !== null) this.running.record(running);
    if (running !== null) this.overhead.record(answeredAt - sentAt - running - (queued ?? 0));
  }

  broke(error: unknown): void {
    this.broken += 1;
    this.firstBreak ??= error instanceof Error ? error.message : String(error);
  }

  get wrong(): readonly WrongAnswers[] {
    return [...this.#wrong.values()];
  }

  #within(at: number): boolean {
    return at >= this.from && (this.#until === null || at < this.#until);
  }

  #tally(call: MixCall): CallTally {
    const tally = this.byCall.get(call) ?? new CallTally();
    this.byCall.set(call, tally);
    return tally;
  }

  #check(call: MixCall, result: Result): void {
    const example = wrongAnswer(call, result);
    if (example === null) return;
    const before = this.#wrong.get(call.name);
    this.#wrong.set(
      call.name,
      before ? { ...before, count: before.count + 1 } : { call: call.name, count: 1, example },
    );
  }
}

const count = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
