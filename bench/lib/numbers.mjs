export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export const median = (values) => quantile(values, 0.5);

/**
 * How a cost grows with n: the exponent k of n^k that fits best (least squares over the logarithms). 0 = not at all,
 * 1 = in proportion.
 */
export function slope(points) {
  const logs = points.filter(([n, cost]) => n > 0 && cost > 0).map(([n, cost]) => [Math.log(n), Math.log(cost)]);
  const mean = (index) => logs.reduce((sum, point) => sum + point[index], 0) / logs.length;
  const [meanN, meanCost] = [mean(0), mean(1)];
  const across = logs.reduce((sum, [n, cost]) => sum + (n - meanN) * (cost - meanCost), 0);
  return across / logs.reduce((sum, [n]) => sum + (n - meanN) ** 2, 0);
}

/** Three figures. */
export function round(value) {
  if (value === null || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const digits = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return Number(value.toFixed(digits)).toLocaleString("en");
}

const MIB = 1024 * 1024;
export const mib = (bytes) => (bytes === null ? "–" : `${round(bytes / MIB)} MiB`);

/** 1 KB, 1 MB, 4 GB: powers of 1024. */
export function size(bytes) {
  const units = ["B", "KB", "MB", "GB"];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${round(bytes / 1024 ** unit)} ${units[unit]}`;
}
