const EXPRESSION = /^(\d{1,6}(?:\.\d{1,6})?) +(?:(per) +cpu|x +concurrency)$/;

export interface Bases {
  /** Processors that the process may use. */
  readonly cpus: number;
  /** Runs at once; only `x concurrency` needs it. */
  readonly concurrency?: number;
}

/** The number that `12`, `3 per cpu` or `8 x concurrency` stands for, rounded down and held within bounds. */
export function evaluate(expression: number | string, bases: Bases, bounds: { min: number; max: number }): number {
  if (typeof expression === "number") return expression;
  const match = EXPRESSION.exec(expression);
  if (match === null) throw new RangeError(`no expression: ${expression}`);
  const base = match[2] === "per" ? bases.cpus : (bases.concurrency ?? 1);
  return Math.min(Math.max(Math.floor(Number(match[1]) * base), bounds.min), bounds.max);
}
