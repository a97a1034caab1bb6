const MIB = 1024 * 1024;

/** Three figures, with the unit that reads best: 820 µs, 12.3 ms, 4.56 s. */
export function showMs(ms: number | null): string {
  if (ms === null) return "–";
  if (ms >= 59_950) return `${figures(ms / 60_000)} min`;
  if (ms >= 999.5) return `${figures(ms / 1000)} s`;
  if (ms >= 0.9995) return `${figures(ms)} ms`;
  return `${figures(ms * 1000)} µs`;
}

export const showRate = (perSecond: number | null): string => (perSecond === null ? "–" : `${figures(perSecond)}/s`);

export const showMemory = (bytes: number | null): string => (bytes === null ? "–" : `${figures(bytes / MIB)} MiB`);

export const showShare = (share: number | null): string => (share === null ? "–" : `${figures(share * 100)} %`);

export const showCpus = (cpus: number | null): string => (cpus === null ? "–" : cpus.toFixed(2));

/** At least three figures where there are that many; whole numbers are kept whole. */
export function figures(value: number): string {
  if (value === 0 || Number.isInteger(value)) return value.toLocaleString("en");
  const digits = Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
