const UNITS: { readonly [unit: string]: number } = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
};

/** `256 MiB`, `1.5GB`: the same pattern stands in the schemas. */
export const SIZE_PATTERN = /^(\d+(?:\.\d+)?) *(B|KB|MB|GB|KiB|MiB|GiB)$/;

/** Bytes, from a number of bytes or a text that fits SIZE_PATTERN; parts of a byte are rounded, 2^53 is the most. */
export function bytesOf(size: number | string): number {
  if (typeof size === "number") return size;
  const match = SIZE_PATTERN.exec(size);
  if (match === null) throw new RangeError(`no size: ${size}`);
  return Math.min(Math.round(Number(match[1]) * UNITS[match[2]!]!), Number.MAX_SAFE_INTEGER);
}

/** Milliseconds, from seconds. */
export const millisecondsOf = (seconds: number): number => Math.round(seconds * 1000);
