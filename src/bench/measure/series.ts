import { createHistogram, type TimeHistogram } from "./histogram.js";
import type { Holdings } from "./usage.js";

/** What happened in one stretch of time. */
export interface Slice {
  /** Seconds since measuring began. */
  readonly at_s: number;
  /** Calls a second. */
  readonly asked_per_s: number;
  readonly done_per_s: number;
  readonly busy_per_s: number;
  /** Of the calls that were to start in this stretch and were taken; null when there were none. */
  readonly p50_ms: number | null;
  readonly p99_ms: number | null;
  readonly rss_bytes: number | null;
  readonly descriptors: number | null;
  readonly loop_delay_ms: number | null;
}

const MOST_SLICES = 120;
const FIRST_WIDTH_MS = 250;

class Stretch {
  asked = 0;
  done = 0;
  busy = 0;
  loopDelay: number | null = null;
  holdings: Holdings | null = null;
  readonly latency: TimeHistogram = createHistogram(2);

  absorb(later: Stretch): void {
    this.asked += later.asked;
    this.done += later.done;
    this.busy += later.busy;
    this.latency.add(later.latency);
    this.holdings = later.holdings ?? this.holdings;
    this.sawDelay(later.loopDelay);
  }

  sawDelay(ms: number | null): void {
    if (ms !== null) this.loopDelay = Math.max(this.loopDelay ?? 0, ms);
  }
}

/** Counts over time in a bounded number of slices: when there are too many, each two become one of twice the width. */
export class Series {
  #widthMs = FIRST_WIDTH_MS;
  #stretches: Stretch[] = [];

  /** The stretch that `ms` since the beginning lies in. */
  at(ms: number): Stretch {
    while (ms / this.#widthMs >= MOST_SLICES) this.#halve();
    const index = Math.max(0, Math.floor(ms / this.#widthMs));
    while (this.#stretches.length <= index) this.#stretches.push(new Stretch());
    return this.#stretches[index]!;
  }

  /** `windowMs`: how long was measured; what came after it is left out, and so is a last slice too short to tell. */
  slices(windowMs: number): Slice[] {
    const width = this.#widthMs;
    return this.#stretches.slice(0, Math.max(1, Math.round(windowMs / width))).map((stretch, index) => {
      const seconds = Math.min(width, windowMs - index * width) / 1000;
      const { latency, holdings } = stretch;
      return {
        at_s: (index * width) / 1000,
        asked_per_s: stretch.asked / seconds,
        done_per_s: stretch.done / seconds,
        busy_per_s: stretch.busy / seconds,
        p50_ms: latency.count === 0 ? null : latency.at(50),
        p99_ms: latency.count === 0 ? null : latency.at(99),
        rss_bytes: holdings?.rssBytes ?? null,
        descriptors: holdings?.descriptors ?? null,
        loop_delay_ms: stretch.loopDelay,
      };
    });
  }

  #halve(): void {
    this.#widthMs *= 2;
    const merged: Stretch[] = [];
    this.#stretches.forEach((stretch, index) => {
      if (index % 2 === 0) merged.push(stretch);
      else merged.at(-1)!.absorb(stretch);
    });
    this.#stretches = merged;
  }
}
