/** Lines by index, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The longest spans of what is not chosen, in order. */
export function gapsOf(chosen: readonly boolean[]): Span[] {
  const gaps: Span[] = [];
  for (let from = 0; from < chosen.length; from++) {
    if (chosen[from]) continue;
    let to = from;
    while (to < chosen.length && !chosen[to]) to++;
    gaps.push({ from, to });
    from = to;
  }
  return gaps;
}
