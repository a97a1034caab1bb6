import { isUtf8 } from "node:buffer";
import type { CodePage } from "./code-page.js";

const LF = 0x0a;
/** Longest UTF-8 sequence. */
const SEQUENCE = 4;

/**
 * How many bytes at the end of a line that goes on are the start of a character. The line is UTF-8 when all before
 * them is; else the code page tells whether a lead byte stands alone.
 */
export function openBytes(block: Buffer, page: CodePage | null): number {
  const line = block.subarray(block.lastIndexOf(LF) + 1);
  const open = openUtf8(line);
  if (isUtf8(line.subarray(0, line.length - open))) return open;
  return page?.decode(line).endsWith("\ufffd") && line.at(-1)! >= 0x80 ? 1 : 0;
}

/** How many bytes at the end are the start of a UTF-8 character. */
export function openUtf8(line: Buffer): number {
  for (let back = 1; back <= Math.min(SEQUENCE, line.length); back++) {
    const byte = line[line.length - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const needs = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return needs > back ? back : 0;
  }
  return 0;
}

/** How many bytes at the start of a block, which begins anywhere, are the end of a character that began before it. */
export function strayBytes(block: Buffer, page: CodePage | null): number {
  const end = block.indexOf(LF);
  const line = end === -1 ? block : block.subarray(0, end);
  let stray = 0;
  while (stray < SEQUENCE - 1 && (line[stray] ?? 0) >> 6 === 0b10) stray++;
  if (isUtf8(line.subarray(stray)) || openUtf8(line) > 0) return stray;
  if (page === null) return 0;
  const damage = (text: string) => text.split("\ufffd").length;
  return damage(page.decode(line.subarray(1))) < damage(page.decode(line)) ? 1 : 0;
}

/** Where a block without a line feed may be cut: after an ASCII byte that no code page has as a second byte. */
export function cutLongLine(block: Buffer, open: (line: Buffer) => number): number {
  for (let at = block.length; at > Math.max(0, block.length - 1024); at--) {
    if (block[at - 1]! < 0x30) return at;
  }
  return block.length - open(block);
}
