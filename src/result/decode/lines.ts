import { isUtf8 } from "node:buffer";
import type { CodePage } from "./code-page.js";
import type { DecodedPiece } from "./piece.js";

const LF = 0x0a;
/** Controls that text may have: tab, line feed, vertical tab, form feed, return, backspace, bell, escape. */
const TEXT_CONTROLS = new Set([0x07, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** A line with this share of bytes that no text has is binary. NULs do not count: they separate names in `find -print0`. */
const BINARY_SHARE = 0.1;
/** A text line this short beside binary ones is chance, where that share of the bytes is binary. */
const CHANCE_LENGTH = 24;
const MOSTLY_BINARY = 0.3;

/** How a line's bytes are read. */
type Reading = { readonly kind: "utf-8" | "code page" | "lossy"; readonly text: string } | { readonly kind: "binary" };

/** Lines of a block, each with its line feed. */
export function splitLines(block: Buffer): Buffer[] {
  const lines: Buffer[] = [];
  for (let at = 0; at < block.length; ) {
    const end = block.indexOf(LF, at);
    const next = end === -1 ? block.length : end + 1;
    lines.push(block.subarray(at, next));
    at = next;
  }
  return lines;
}

/** Whether a block has bytes that only a look at each line can explain: invalid UTF-8, or controls no text has. */
export const needsLines = (block: Buffer) => !isUtf8(block) || hasOddControls(block);

function hasOddControls(block: Buffer): boolean {
  for (let i = 0; i < block.length; i++) {
    const byte = block[i]!;
    if (byte < 0x20 && byte !== 0 && !TEXT_CONTROLS.has(byte)) return true;
  }
  return false;
}

/** Reads each line as UTF-8, else by the code page, else with U+FFFD for what is damaged, or as binary. */
export function decodeLines(
  lines: readonly Buffer[],
  page: CodePage | null,
  declared: boolean,
  used: Set<string>,
): DecodedPiece[] {
  const readings = lines.map((line) => readLine(line, page, declared));
  joinChance(lines, readings);
  const pieces: DecodedPiece[] = [];
  readings.forEach((reading, i) => {
    const last = pieces.at(-1);
    if (reading.kind === "binary") {
      const newlines = lines[i]!.at(-1) === LF ? 1 : 0;
      pieces.push({ kind: "binary", bytes: lines[i]!.length, newlines });
      used.add("binary");
      return;
    }
    used.add(reading.kind === "code page" ? page!.label : "utf-8");
    if (last?.kind === "text") pieces[pieces.length - 1] = { kind: "text", text: last.text + reading.text };
    else pieces.push({ kind: "text", text: reading.text });
  });
  return pieces;
}

function readLine(line: Buffer, page: CodePage | null, declared: boolean): Reading {
  const valid = isUtf8(line);
  const odd = oddBytes(line);
  if (odd > 2 && odd > BINARY_SHARE * line.length) return { kind: "binary" };
  if (valid && !(declared && page !== null && ambiguous(line))) return { kind: "utf-8", text: line.toString() };
  const text = page?.decode(line);
  if (text !== undefined && !text.includes("\ufffd")) return { kind: "code page", text };
  const lossy = line.toString();
  const nuls = lossy.split("\0").length - 1;
  const damage = lossy.split("\ufffd").length - 1 + odd;
  if (damage > 2 && damage > (nuls > 0 ? 0 : BINARY_SHARE) * (lossy.length - nuls)) return { kind: "binary" };
  return { kind: "lossy", text: lossy };
}

/** Valid UTF-8 by two-byte sequences alone may as well be the declared code page; longer sequences hardly ever are. */
function ambiguous(line: Buffer): boolean {
  let high = false;
  for (const byte of line) {
    if (byte >= 0xe0) return false;
    high ||= byte >= 0x80;
  }
  return high;
}

function oddBytes(line: Buffer): number {
  let odd = 0;
  for (const byte of line) if (byte < 0x20 && byte !== 0 && !TEXT_CONTROLS.has(byte)) odd++;
  return odd;
}

/** In bytes that are mostly binary, lines that are short or have NULs in them are text by chance. */
function joinChance(lines: readonly Buffer[], readings: Reading[]): void {
  const binary = (index: number) => readings[index]?.kind === "binary";
  const binaryBytes = lines.reduce((sum, line, i) => sum + (binary(i) ? line.length : 0), 0);
  if (binaryBytes < MOSTLY_BINARY * lines.reduce((sum, line) => sum + line.length, 0)) return;
  for (let from = 0; from < lines.length; ) {
    let to = from;
    let chance = true;
    for (; to < lines.length && !binary(to); to++)
      chance &&= lines[to]!.length < CHANCE_LENGTH || lines[to]!.includes(0);
    const sides = Number(binary(from - 1)) + Number(binary(to));
    const nul = lines.slice(from, to).some((line) => line.includes(0));
    if (to > from && chance && (sides === 2 || (sides === 1 && nul))) readings.fill({ kind: "binary" }, from, to);
    from = to + 1;
  }
}
