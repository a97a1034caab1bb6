import { isUtf8 } from "node:buffer";
import { openUtf8 } from "./resync.js";

/** An encoding known from the first bytes of a stream. */
export interface Detected {
  readonly encoding: string;
  /** Bytes of the byte order mark, to be skipped. */
  readonly bom: number;
}

/** Bytes looked at to tell the encoding of a stream. */
export const SNIFF_BYTES = 4096;

const BOMS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe, 0x00, 0x00], "utf-32le"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Reads a byte order mark, or sees UTF-16 without one; null when the bytes say neither. */
export function detectByPattern(sample: Buffer): Detected | null {
  for (const [mark, encoding] of BOMS) {
    if (mark.every((byte, i) => sample[i] === byte)) return { encoding, bom: mark.length };
  }
  if (!sample.subarray(0, SNIFF_BYTES).includes(0)) return null;
  for (const encoding of ["utf-16le", "utf-16be"] as const) {
    if (readsAsUtf16(sample.subarray(0, SNIFF_BYTES), encoding)) return { encoding, bom: 0 };
  }
  return null;
}

/**
 * UTF-16 text has NULs in the high half of each ASCII character (line ends and spaces at the least), next to none in
 * the low half, and its code units are hardly ever controls, private or unpaired.
 */
function readsAsUtf16(sample: Buffer, encoding: "utf-16le" | "utf-16be"): boolean {
  const units = sample.length >> 1;
  if (units < 2) return false;
  const high = encoding === "utf-16le" ? 1 : 0;
  let ascii = 0;
  let odd = 0;
  let lowNul = 0;
  for (let i = 0; i < units; i++) {
    const hi = sample[2 * i + high]!;
    const lo = sample[2 * i + 1 - high]!;
    if (lo === 0) lowNul++;
    if (hi === 0) {
      if (lo >= 0x20 ? lo < 0x7f : lo >= 0x09 && lo <= 0x0d) ascii++;
      else if (lo < 0xa0 && lo !== 0x1b) odd++;
    } else if (hi >= 0xd8 && hi <= 0xf8) odd++;
  }
  if (ascii < Math.max(1, units * 0.04) || odd > units * 0.02 || lowNul > units * 0.01) return false;
  // Valid UTF-8 with few NULs is text that NULs separate.
  return ascii >= units * 0.8 || !isUtf8(sample.subarray(0, sample.length - openUtf8(sample)));
}
