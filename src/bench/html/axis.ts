/** Maps values to places along an axis, 0 … 1, and says where its ticks are. */
export interface Axis {
  readonly label: string;
  readonly place: (value: number) => number;
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly show: (value: number) => string;
}

interface AxisOptions {
  readonly label: string;
  readonly show: (value: number) => string;
}

/** From 0 to the greatest value, ticks at round steps. */
export function linearAxis(values: readonly number[], { label, show }: AxisOptions): Axis {
  const most = Math.max(0, ...values) || 1;
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  const count = Math.ceil(most / step - 1e-9);
  const top = count * step;
  const ticks = Array.from({ length: count + 1 }, (_, index) => ({ at: index / count, text: show(index * step) }));
  return { label, show, ticks, place: (value) => value / top };
}

/** From the least to the greatest value, a tick for each power of ten; for values above 0. */
export function logAxis(values: readonly number[], { label, show }: AxisOptions): Axis {
  const logarithms = values.filter((value) => value > 0).map(Math.log10);
  const least = logarithms.length === 0 ? 0 : Math.floor(Math.min(...logarithms));
  const most = Math.max(least + 1, Math.ceil(Math.max(least, ...logarithms) - 1e-9));
  const place = (value: number) => Math.max(0, Math.log10(Math.max(value, 10 ** least)) - least) / (most - least);
  const ticks = Array.from({ length: most - least + 1 }, (_, index) => ({
    at: index / (most - least),
    text: show(10 ** (least + index)),
  }));
  return { label, show, ticks, place };
}

/** Percentiles, each further nine as wide as the one before. `most`: the last one below 100 that there are values for. */
export function percentileAxis(most: number, label: string): Axis {
  const nines = (percentile: number) => -Math.log10(1 - Math.min(percentile, most) / 100);
  const top = nines(most) || 1;
  const ticks = [0, 50, 90, 99, 99.9, 99.99, 99.999]
    .filter((percentile) => percentile <= most)
    .map((percentile) => ({ at: nines(percentile) / top, text: String(percentile) }));
  return { label, ticks, place: (value) => nines(value) / top, show: (value) => `p${Number(value.toFixed(4))}` };
}
