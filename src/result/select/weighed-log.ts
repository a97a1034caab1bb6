import { tieBlocks } from "./blocks.js";
import type { StreamLog } from "./stream-log.js";
import { type Weighed, weigh } from "./weigh.js";

/** A stream's log with the weights of its lines, worked out when they are first asked for. */
export class WeighedLog {
  private weighed: readonly Weighed[] | null = null;

  constructor(
    readonly log: StreamLog,
    readonly failed: boolean,
  ) {}

  get lines(): readonly Weighed[] {
    if (this.weighed === null) {
      this.weighed = weigh(this.log.entries, this.log.counts, { failed: this.failed, lines: this.log.lines });
      tieBlocks(this.weighed);
    }
    return this.weighed;
  }
}
