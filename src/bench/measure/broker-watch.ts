import type { OpenDoor } from "../front-door.js";
import { LOOP_INTERVAL_MS } from "./loop-delay.js";
import type { Recorder } from "./recorder.js";
import { type CpuTime, type Holdings, readCpuTime, readHoldings } from "./usage.js";

const EVERY_MS = 250;

/** What the broker's process used while it was watched; null where that cannot be known. */
export interface BrokerUsage {
  readonly watchedMs: number;
  /** `brokerMs` is null when each call has a process of its own: `childrenMs` is both together then. */
  readonly cpu: { readonly brokerMs: number | null; readonly childrenMs: number } | null;
  readonly first: Holdings | null;
  readonly last: Holdings | null;
  readonly peak: Holdings | null;
}

interface Begun {
  readonly at: number;
  readonly cpu: CpuTime | null;
  readonly stop: () => void;
}

/** Watches the process of the broker behind a door, and puts what it sees into the recorder. */
export class BrokerWatch {
  #begun: Begun | null = null;
  #usage: BrokerUsage | null = null;
  #first: Holdings | null = null;
  #last: Holdings | null = null;
  #peak: Holdings | null = null;

  constructor(
    private readonly door: OpenDoor,
    private readonly recorder: Recorder,
  ) {}

  begin(): void {
    if (this.#begun !== null) return;
    const stopLoop = this.door.watchLoop((delays) => this.#sawDelays(delays));
    const timer = setInterval(() => this.#look(), EVERY_MS);
    this.#begun = {
      at: performance.now(),
      cpu: this.#cpu(),
      stop: () => {
        clearInterval(timer);
        stopLoop();
      },
    };
    this.#look();
    this.#first = this.#last;
  }

  /** Later calls give what the first one gave. */
  end(): BrokerUsage {
    this.begin();
    this.#usage ??= this.#end(this.#begun!);
    return this.#usage;
  }

  #end({ at, cpu, stop }: Begun): BrokerUsage {
    stop();
    this.#look();
    const now = this.#cpu();
    return {
      watchedMs: performance.now() - at,
      cpu: cpu && now && this.#cpuBetween(cpu, now),
      first: this.#first,
      last: this.#last,
      peak: this.#peak,
    };
  }

  /** Without a process of the broker's own: of whatever this process started. */
  #cpu(): CpuTime | null {
    return readCpuTime(this.door.pid ?? process.pid);
  }

  #cpuBetween(before: CpuTime, after: CpuTime): BrokerUsage["cpu"] {
    return {
      brokerMs: this.door.pid === null ? null : after.brokerMs - before.brokerMs,
      childrenMs: after.childrenMs - before.childrenMs,
    };
  }

  #look(): void {
    const holdings = this.door.pid === null ? null : readHoldings(this.door.pid);
    if (holdings === null) return;
    this.#last = holdings;
    this.#peak = {
      rssBytes: Math.max(this.#peak?.rssBytes ?? 0, holdings.rssBytes),
      descriptors: Math.max(this.#peak?.descriptors ?? 0, holdings.descriptors),
    };
    this.recorder.series.at(performance.now() - this.recorder.from).holdings = holdings;
  }

  #sawDelays(delays: readonly number[]): void {
    const stretch = this.recorder.series.at(performance.now() - this.recorder.from);
    for (const delay of delays) {
      this.recorder.loopDelay.recordSampled(delay, LOOP_INTERVAL_MS);
      stretch.sawDelay(delay);
    }
  }
}
