/**
 * Whether two samples come from distributions that differ in place: the two-sided p-value of the Mann–Whitney U test
 * (Mann and Whitney, 1947) by its normal approximation, with the correction for ties and for continuity. 1 when either
 * sample is too small for it.
 */
export function rankTest(a: readonly number[], b: readonly number[]): number {
  const n = a.length + b.length;
  if (a.length < 8 || b.length < 8) return 1;
  const all = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))];
  all.sort((x, y) => x.value - y.value);
  let ranksOfA = 0;
  let ties = 0;
  for (let start = 0; start < n; ) {
    let end = start;
    while (end < n && all[end]!.value === all[start]!.value) end += 1;
    const shared = end - start;
    ties += shared ** 3 - shared;
    ranksOfA += all.slice(start, end).filter(({ first }) => first).length * ((start + 1 + end) / 2);
    start = end;
  }
  const u = ranksOfA - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  const variance = ((a.length * b.length) / 12) * (n + 1 - ties / (n * (n - 1)));
  if (variance === 0) return 1;
  return 2 * upperTail(Math.max(0, Math.abs(u - mean) - 0.5) / Math.sqrt(variance));
}

/** Of the standard normal distribution (Abramowitz and Stegun, 26.2.17; off by less than 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * series;
}
