import { isAscii } from "node:buffer";
import { countNewlines } from "../newlines.js";
import { openUtf8 } from "./decode/index.js";

const LF = 0x0a;

/** How many lines bytes are, and how many of the bytes to take, so that none is cut. */
export interface Feeds {
  readonly newlines: number;
  /** Where the last whole line ends, or without a line feed, the last whole character. */
  readonly end: number;
}

/**
 * @param at offset of the bytes in their stream
 * @param wide the encoding of UTF-16; null for one whose line feeds are single bytes
 */
export function feedsOf(data: Buffer, at: number, wide: string | null): Feeds {
  if (wide !== null) return wideFeeds(data, at % 2, wide);
  const end = data.lastIndexOf(LF) + 1 || data.length - openUtf8(data);
  return { newlines: countNewlines(data), end };
}

/** The text of a block as it was cut by `feedsOf`. */
export function textOf(data: Buffer, at: number, wide: string | null): string {
  if (wide === null) return data.toString();
  const units = data.subarray(at % 2, data.length - ((data.length - (at % 2)) % 2));
  return (wide.endsWith("be") ? Buffer.from(units).swap16() : units).toString("utf16le");
}

/** Characters of a block within one line. */
export const charactersOf = (data: Buffer, at: number, wide: string | null): number =>
  wide === null && isAscii(data) ? data.length : textOf(data, at, wide).length;

function wideFeeds(data: Buffer, odd: number, wide: string): Feeds {
  const text = textOf(data, odd, wide);
  const end = text.lastIndexOf("\n") + 1 || text.length - (isHighSurrogate(text) ? 1 : 0);
  let newlines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) newlines++;
  return { newlines, end: end === 0 ? 0 : odd + end * 2 };
}

const isHighSurrogate = (text: string) => (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800;
