import { estimateTokens } from "../tokens/index.js";
import { adjoins } from "./entry.js";
import { Heap } from "./heap.js";
import type { Weighed } from "./weigh.js";
import { TROUBLE, WEIGHTS } from "./weights.js";

export interface ChooseOptions {
  /** Tokens for lines and markers together. */
  readonly budget: number;
  /** Lines of the whole stream. */
  readonly lines: number;
  /** Tokens of one marker. */
  readonly markerTokens: number;
  /** Tokens above which lines that only fill the room are not worth it. */
  readonly fillBudget: number;
  /** What the budget has left is for more from both ends. */
  readonly list: boolean;
}

/** Lines shown at each end at most, and the share of the budget they may take. */
const END_LINES = 4;
const END_SHARE = 0.03;
/** The share that one line at an end may take. */
const END_LINE_SHARE = 0.25;
/** Lines that do not fit, after which no further one is tried. */
const MOST_MISFITS = 300;

/**
 * Chooses lines for the most weight within the budget: greedily by what each adds, where a template that was shown
 * already adds less each time, a line's block goes with it, and a new gap costs a marker. Lines of one template that
 * gain alike are taken from the first on.
 * @returns for each line whether it is chosen
 */
export function choose(lines: readonly Weighed[], options: ChooseOptions): boolean[] {
  return new Chooser(lines, options).run();
}

class Chooser {
  private readonly chosen: boolean[];
  private readonly costs: Float64Array;
  /** What was left of an anchor's weight when it was chosen; −1 = it is not. */
  private readonly left: Float64Array;
  private readonly words = new Map<number, number>();
  private readonly outlines = new Map<number, number>();
  private spent: number;
  /** Gaps of up to this many tokens are shown. */
  private readonly closing: number;
  private markers = 1;

  constructor(
    private readonly lines: readonly Weighed[],
    private readonly options: ChooseOptions,
  ) {
    this.chosen = lines.map(() => false);
    this.costs = new Float64Array(lines.length).fill(-1);
    this.left = new Float64Array(lines.length).fill(-1);
    this.spent = options.markerTokens;
    this.closing = options.markerTokens * WEIGHTS.closing;
  }

  run(): boolean[] {
    this.takeEnd(0, 1);
    this.takeEnd(this.lines.length - 1, -1);
    const heap = new Heap();
    this.lines.forEach((_, index) => {
      const key = this.key(index);
      if (key > 0) heap.push(index, key);
    });
    const taken = new Set<number>();
    let misfits = 0;
    for (let top = heap.pop(); top !== null && misfits < MOST_MISFITS; top = heap.pop()) {
      const key = this.key(top.index);
      if (key <= 0 || taken.has(top.index)) continue;
      // What was shown since it was put in may have lowered it.
      if (key < top.key * 0.999) heap.push(top.index, key);
      else if (!this.take(top.index)) misfits++;
      else if (this.chosen[top.index]) {
        taken.add(top.index);
        for (const next of [top.index - 1, top.index + 1]) if (this.goesOn(next)) heap.push(next, this.key(next));
      }
    }
    if (this.options.list) this.fillFromEnds();
    this.closeGaps();
    return this.chosen;
  }

  /** Shows lines next to those shown at the ends, at both alike, until no further one fits. */
  private fillFromEnds(): void {
    let first = 0;
    let last = this.lines.length - 1;
    for (let turn = 0; first <= last; turn++) {
      const index = turn % 2 === 0 ? first++ : last--;
      if (!this.adjoins(turn % 2 === 0 ? index : index + 1)) return;
      if (this.chosen[index]) continue;
      const { tokens, markers } = this.change(index);
      if (this.spent + tokens > this.options.budget) return;
      this.show(index, tokens, markers);
    }
  }

  /** The ends are shown whatever they say: a reader sees how it began and how it went, and what the rest looks like. */
  private takeEnd(from: number, step: -1 | 1): void {
    let tokens = 0;
    for (let taken = 0, i = from; taken < END_LINES && i >= 0 && i < this.lines.length; taken++, i += step) {
      tokens += this.cost(i);
      const fits = tokens <= this.options.budget * (taken === 0 ? END_LINE_SHARE : END_SHARE);
      if (!fits || !this.adjoins(step === 1 ? i : i + 1)) return;
      if (!this.chosen[i]) this.show(i, this.cost(i), 0);
    }
  }

  /** Order in which lines are tried; 0 = not worth it. */
  private key(index: number): number {
    const gain = this.gain(index);
    if (gain < WEIGHTS.noise) return 0;
    // Tried last: by then a neighbour may be shown.
    if (gain < this.worthMarker() && this.change(index).markers > 0) return gain * 1e-3;
    const key = gain / (1 + this.cost(index) / WEIGHTS.longLine);
    return this.goesOn(index) ? key * WEIGHTS.goesOn : key;
  }

  /** What a line adds now, for itself or as a part of its anchor's block. */
  private gain(index: number): number {
    const { own, anchor, share, heading } = this.lines[index]!;
    const lent = anchor === -1 ? 0 : share * this.lines[anchor]!.own * this.leftOf(anchor);
    const fresh = this.fresh(index);
    return Math.max(own * fresh, heading ? lent : lent * fresh);
  }

  private leftOf(anchor: number): number {
    return this.left[anchor]! >= 0 ? this.left[anchor]! : this.fresh(anchor);
  }

  /**
   * Whether a line goes on with a list of failures that is shown in part, and says something new. It costs no marker,
   * and a list of what failed tells more than as many messages that stand alone.
   */
  private goesOn(index: number): boolean {
    if (!this.failureLeft(index) || this.words.has(this.lines[index]!.entry.template.words)) return false;
    return this.listedWith(index, index - 1) || this.listedWith(index, index + 1);
  }

  private failureLeft(index: number): boolean {
    const line = this.lines[index];
    return line !== undefined && !this.chosen[index] && line.entry.signals.severity >= TROUBLE;
  }

  private listedWith(index: number, other: number): boolean {
    if (!this.chosen[other]) return false;
    const { signals, indent } = this.lines[other]!.entry;
    const alike = signals.severity >= TROUBLE && indent === this.lines[index]!.entry.indent;
    return alike && this.adjoins(Math.max(index, other));
  }

  private fresh(index: number): number {
    if (this.lines[index]!.odd || this.goesOn(index)) return 1;
    const { words, outline } = this.lines[index]!.entry.template;
    return (
      WEIGHTS.sameWords ** (this.words.get(words) ?? 0) / (1 + WEIGHTS.sameOutline * (this.outlines.get(outline) ?? 0))
    );
  }

  private worthMarker(): number {
    return WEIGHTS.fill + WEIGHTS.fatigue * this.markers;
  }

  /** Shows a line; false when it does not fit. */
  private take(index: number): boolean {
    const gain = this.gain(index);
    const { tokens, markers } = this.change(index);
    if (markers > 0 && gain < this.worthMarker()) return true;
    if (this.spent + tokens > (gain < WEIGHTS.fill ? this.options.fillBudget : this.options.budget)) return false;
    this.show(index, tokens, markers);
    return true;
  }

  private show(index: number, tokens: number, markers: number): void {
    this.left[index] = this.fresh(index);
    this.chosen[index] = true;
    this.spent += tokens;
    this.markers += markers;
    const { words, outline } = this.lines[index]!.entry.template;
    this.words.set(words, (this.words.get(words) ?? 0) + 1);
    this.outlines.set(outline, (this.outlines.get(outline) ?? 0) + 1);
  }

  /**
   * What showing a line changes: tokens, and markers. It parts the gap it is in; a gap costs what is in it when that is
   * little, as it is then shown, else a marker.
   */
  private change(index: number): { readonly tokens: number; readonly markers: number } {
    const { markerTokens } = this.options;
    const own = this.cost(index);
    const before = this.gap(index, -1);
    const after = this.gap(index, 1);
    const open = before + own + after > this.closing;
    const tokensOf = (gap: number) => (gap > this.closing ? markerTokens : gap);
    const was = open ? markerTokens : before + own + after;
    const markers = Number(before > this.closing) + Number(after > this.closing) - Number(open);
    return { tokens: own + tokensOf(before) + tokensOf(after) - was, markers };
  }

  /** Tokens that are not shown next to a line, on one side; infinite when they are more than would be shown. */
  private gap(index: number, step: -1 | 1): number {
    let tokens = 0;
    for (let i = index + step; ; i += step) {
      if (!this.adjoins(step === 1 ? i : i + 1)) return Number.POSITIVE_INFINITY;
      if (i < 0 || i === this.lines.length || this.chosen[i]) return tokens;
      tokens += this.cost(i);
      if (tokens > this.closing) return Number.POSITIVE_INFINITY;
    }
  }

  /** Whether nothing is missing between a line and the one before it in the list; at the ends, of the stream. */
  private adjoins(index: number): boolean {
    if (index === 0) return this.lines[0]!.entry.line === 1;
    const last = this.lines[index - 1]!.entry;
    if (index === this.lines.length) return last.line === this.options.lines;
    return adjoins(last, this.lines[index]!.entry);
  }

  private cost(index: number): number {
    if (this.costs[index]! < 0) this.costs[index] = estimateTokens(`${this.lines[index]!.entry.text}\n`);
    return this.costs[index]!;
  }

  /** Shows the gaps that cost no more than was reckoned with. */
  private closeGaps(): void {
    for (let from = this.chosen.indexOf(false); from !== -1; ) {
      const next = this.chosen.indexOf(true, from);
      const to = next === -1 ? this.lines.length : next;
      if (to < this.lines.length ? this.gap(to, -1) <= this.closing : this.gap(from - 1, 1) <= this.closing) {
        this.chosen.fill(true, from, to);
      }
      from = this.chosen.indexOf(false, to);
    }
  }
}
