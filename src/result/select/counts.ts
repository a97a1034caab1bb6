import type { Template } from "./template.js";

/** Templates told apart; beyond it the rarest seen so far are forgotten. */
const MOST_TEMPLATES = 20_000;

/** How often each template was seen, in bounded memory (lossy counting after Manku and Motwani). */
class Counter {
  total = 0;
  private readonly counts = new Map<number, number>();
  private floor = 0;
  private bits: number | null = null;

  add(template: number): void {
    this.total++;
    this.counts.set(template, (this.counts.get(template) ?? this.floor) + 1);
    if (this.counts.size > MOST_TEMPLATES) this.forget();
  }

  of(template: number): number {
    return this.counts.get(template) ?? this.floor + 1;
  }

  private forget(): void {
    this.floor++;
    for (const [template, count] of this.counts) if (count <= this.floor) this.counts.delete(template);
  }

  /** 0 = as common as the average line, 1 = a single line among alike ones. */
  surprise(template: number): number {
    this.bits ??= this.entropy();
    const most = Math.log2(Math.max(2, this.total));
    const own = Math.log2(Math.max(2, this.total) / this.of(template));
    return Math.max(0, Math.min(1, (own - this.bits) / Math.max(most - this.bits, 3)));
  }

  /** 0 = all lines are unlike, near 1 = all are alike. */
  redundancy(): number {
    this.bits ??= this.entropy();
    return this.total < 2 ? 0 : 1 - this.bits / Math.log2(this.total);
  }

  /** Bits of an average line: log2 of the number of lines when all are unlike, 0 when all are alike. */
  private entropy(): number {
    let bits = 0;
    for (const count of this.counts.values()) bits += (count / this.total) * Math.log2(this.total / count);
    return bits;
  }

  /** Counts after more lines were added. */
  refresh(): void {
    this.bits = null;
  }
}

/** Counts of all three readings of a template. */
export class TemplateCounts {
  readonly words = new Counter();
  readonly outline = new Counter();
  readonly shape = new Counter();

  add({ words, outline, shape }: Template): void {
    this.words.add(words);
    this.outline.add(outline);
    this.shape.add(shape);
  }

  refresh(): void {
    this.words.refresh();
    this.outline.refresh();
  }
}
