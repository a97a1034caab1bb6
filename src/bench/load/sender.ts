import type { Result } from "../../contract/index.js";
import type { OpenDoor } from "../front-door.js";
import type { Recorder } from "../measure/recorder.js";
import type { Plan } from "../mix/plan.js";

/** Sends planned calls and hands what comes of them to the recorder. */
export class Sender {
  readonly #underWay = new Set<Promise<unknown>>();
  /** Of the calls under way: a signal that all of them listened to would search through its listeners for each. */
  readonly #cancellers = new Set<AbortController>();
  #lastAnswer = performance.now();

  constructor(
    private readonly door: OpenDoor,
    private readonly plan: Plan,
    private readonly recorder: Recorder,
    /** Aborted when the load is stopped; whoever stops it calls `cancelAll`. */
    private readonly signal: AbortSignal,
  ) {}

  get underWay(): number {
    return this.#underWay.size;
  }

  /** Cancels every call under way. */
  cancelAll(): void {
    for (const canceller of this.#cancellers) canceller.abort();
  }

  /** Sends the next call. Resolves to its result, or to null when the door broke; never rejects. */
  send(intendedAt: number): Promise<Result | null> {
    const work = this.#send(intendedAt);
    this.#underWay.add(work);
    return work.finally(() => this.#underWay.delete(work));
  }

  /** Resolves when one of the calls under way is answered. */
  async oneAnswered(): Promise<void> {
    await Promise.race(this.#underWay);
  }

  /** Waits for what is under way, as long as an answer comes within `patienceMs` of the one before. */
  async drain(patienceMs: number): Promise<void> {
    while (this.underWay > 0) {
      const left = this.#lastAnswer + patienceMs - performance.now();
      if (left <= 0) return;
      await Promise.race([this.oneAnswered(), pause(left)]);
    }
  }

  async #send(intendedAt: number): Promise<Result | null> {
    const { call, request, cancelAfterMs } = this.plan.next();
    const canceller = new AbortController();
    const timer = cancelAfterMs === null ? null : setTimeout(() => canceller.abort(), cancelAfterMs);
    this.#cancellers.add(canceller);
    if (this.signal.aborted) canceller.abort();
    this.recorder.sending(call, intendedAt);
    const sentAt = performance.now();
    try {
      const result = await this.door.call(request, canceller.signal);
      this.#lastAnswer = performance.now();
      const stopped = this.signal.aborted;
      this.recorder.settled({ call, intendedAt, sentAt, answeredAt: this.#lastAnswer, result, stopped });
      return result;
    } catch (error) {
      this.recorder.broke(error);
      return null;
    } finally {
      if (timer !== null) clearTimeout(timer);
      this.#cancellers.delete(canceller);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
