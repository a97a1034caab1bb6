import { estimateTokens } from "../../tokens/index.js";
import type { Entry } from "../entry.js";
import { gapsOf, type Span } from "./span.js";

/** The lines that are shown, and the tokens they and the markers between them take. */
export class Room {
  readonly chosen: boolean[];
  private taken: number;
  /** Tokens of the lines before each. */
  private readonly sums: Float64Array;

  constructor(
    lines: readonly Entry[],
    private readonly markerTokens: number,
    reserved: number,
  ) {
    this.chosen = lines.map(() => false);
    this.sums = new Float64Array(lines.length + 1);
    lines.forEach(({ text }, i) => {
      this.sums[i + 1] = this.sums[i]! + estimateTokens(`${text}\n`);
    });
    this.taken = this.priceOf({ from: 0, to: lines.length }) + reserved;
  }

  get spent(): number {
    return this.taken;
  }

  tokensOf({ from, to }: Span): number {
    return this.sums[to]! - this.sums[from]!;
  }

  shows({ from }: Span): boolean {
    return this.chosen[from] === true;
  }

  /** Shows the spans, those that are not shown yet; none of them when that takes more than `most` in all. */
  take(spans: readonly Span[], most: number): boolean {
    const open = spans.filter((span) => !this.shows(span));
    const before = this.taken;
    for (const span of open) {
      this.taken += this.change(span);
      this.chosen.fill(true, span.from, span.to);
    }
    if (this.taken <= most) return true;
    for (const { from, to } of open) this.chosen.fill(false, from, to);
    this.taken = before;
    return false;
  }

  /** Shows what takes no more than the marker in its place would. */
  closeGaps(): void {
    for (const gap of gapsOf(this.chosen)) {
      if (this.tokensOf(gap) <= this.markerTokens) this.chosen.fill(true, gap.from, gap.to);
    }
  }

  /** What showing a span adds: it parts the gap that it is in. */
  private change(span: Span): number {
    let { from, to } = span;
    const enough = (gap: Span) => this.tokensOf(gap) > this.markerTokens;
    while (from > 0 && !this.chosen[from - 1] && !enough({ from, to: span.from })) from--;
    while (to < this.chosen.length && !this.chosen[to] && !enough({ from: span.to, to })) to++;
    const parted = this.priceOf({ from, to: span.from }) + this.priceOf({ from: span.to, to });
    return this.tokensOf(span) + parted - this.priceOf({ from, to });
  }

  private priceOf(gap: Span): number {
    return Math.min(this.tokensOf(gap), this.markerTokens);
  }
}
