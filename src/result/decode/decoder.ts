import { isUtf8 } from "node:buffer";
import { type CodePage, loadCodePage } from "./code-page.js";
import { detectByPattern } from "./detect.js";
import { likelyCodePage } from "./likely.js";
import { decodeLines, needsLines, splitLines } from "./lines.js";
import type { DecodedPiece, Skipped } from "./piece.js";
import { cutLongLine, openBytes, openUtf8, strayBytes } from "./resync.js";
import { LONG_LINE_BYTES, SCREEN_BYTES } from "./settled.js";
import { WideDecoder } from "./wide.js";

/** Bytes decoded at a time, counted from the start of the stream, so that the same bytes always decode alike. */
const BLOCK_BYTES = 64 * 1024;
/** Bytes that are no UTF-8 after which a code page that was not found is not looked for again. */
const ENOUGH_EVIDENCE = 1024;
const LF = 0x0a;

const UTF8_LABELS = new Set(["auto", "utf-8", "utf8", "ascii", "us-ascii"]);
const WIDE_LABEL = /^(?:utf|ucs)-?(?:16|32|2|4)/i;

/**
 * Decodes one stream: byte order mark, UTF-16 by its pattern, strict UTF-8, and for lines that are none the declared
 * or the likely code page; what is no text becomes a `binary` piece. Holds back two blocks at most. `write` and `gap`
 * are called in order, each after the one before has resolved, and `end` once, last.
 */
export class StreamDecoder {
  /** What the stream was decoded from so far. */
  readonly encodings = new Set<string>();
  /** For UTF-16 and UTF-32, whose line feeds are no single bytes. */
  private wide: WideDecoder | null = null;
  private page: CodePage | null = null;
  private searched = false;
  private begun = false;
  /** The next bytes may begin within a character. */
  private stray = false;
  private held: Buffer[] = [];
  /** Offset in the stream of the next byte. */
  private offset = 0;
  /** Bytes of the line before the next block, once the stream has settled. */
  private inLine = 0;
  private readonly declared: string | null;

  /** @param encoding a label that iconv-lite knows, or "auto" */
  constructor(encoding: string) {
    this.declared = UTF8_LABELS.has(encoding.toLowerCase()) ? null : encoding;
  }

  async write(data: Buffer): Promise<DecodedPiece[]> {
    const pieces: DecodedPiece[] = [];
    for (let at = 0; at < data.length; ) {
      const part = data.subarray(at, at + BLOCK_BYTES - (this.offset % BLOCK_BYTES));
      this.held.push(part);
      this.offset += part.length;
      at += part.length;
      if (this.offset % BLOCK_BYTES === 0) pieces.push(...(await this.flush(false)));
      if (this.offset === SCREEN_BYTES) pieces.push({ kind: "settled" });
    }
    return pieces;
  }

  /** The encoding, where line feeds are no single bytes; known once a block was decoded. */
  get wideEncoding(): string | null {
    return this.wide?.encoding ?? null;
  }

  /** Bytes that are missing before what is written next. */
  async gap(bytes: number, newlines: number): Promise<DecodedPiece[]> {
    const pieces = await this.flush(true);
    const open = Buffer.concat(this.held).length;
    this.held = [];
    this.stray = true;
    const settled = this.pass(bytes);
    this.inLine = 0;
    this.wide?.skipTo(this.offset);
    return [...pieces, { kind: "gap", bytes: bytes + open, newlines }, ...settled];
  }

  /** Whole lines, or whole characters within a line, that were looked through and are not decoded. */
  async skip(skipped: Skipped): Promise<DecodedPiece[]> {
    const pieces = await this.flush(true);
    const settled = this.pass(skipped.bytes);
    if (this.offset > SCREEN_BYTES) this.inLine = skipped.newlines > 0 ? 0 : this.inLine + skipped.bytes;
    return [...pieces, { kind: "skipped", ...skipped }, ...settled];
  }

  private pass(bytes: number): DecodedPiece[] {
    const before = this.offset;
    this.offset += bytes;
    return before < SCREEN_BYTES && this.offset >= SCREEN_BYTES ? [{ kind: "settled" }] : [];
  }

  async end(): Promise<DecodedPiece[]> {
    const pieces = await this.flush(true);
    const text = this.wide?.end() ?? Buffer.concat(this.held).toString();
    return text === "" ? pieces : [...pieces, { kind: "text", text }];
  }

  /** Decodes the whole lines held; when it is `all`, or one line fills a block, also the whole characters after them. */
  private async flush(all: boolean): Promise<DecodedPiece[]> {
    if (this.held.length === 0) return [];
    let block = this.held.length === 1 ? this.held[0]! : Buffer.concat(this.held);
    this.held = [];
    if (!this.begun) block = block.subarray(await this.begin(block));
    if (this.wide !== null) return [{ kind: "text", text: this.wide.write(block) }];
    if (this.stray) block = block.subarray(strayBytes(block, this.page));
    this.stray = false;
    const open = (line: Buffer) => (this.damaged(line) ? openUtf8(line) : openBytes(line, this.page));
    const whole = all ? block.length - open(block) : block.lastIndexOf(LF) + 1;
    // The start of a line waits for the rest of it, unless that fills a block.
    const cut = whole > 0 || all || block.length < BLOCK_BYTES ? whole : cutLongLine(block, open);
    if (cut < block.length) this.held.push(block.subarray(cut));
    return this.decode(block.subarray(0, cut));
  }

  /** Chooses how the stream is decoded by its first block; returns the length of the byte order mark. */
  private async begin(block: Buffer): Promise<number> {
    this.begun = true;
    const declaredWide =
      this.declared !== null && WIDE_LABEL.test(this.declared) && !(isUtf8(block) && !block.includes(0));
    const detected = detectByPattern(block);
    const label = detected?.encoding ?? (declaredWide ? this.declared! : "utf-8");
    if (WIDE_LABEL.test(label)) {
      const page = await loadCodePage(label);
      if (page !== null) this.wide = new WideDecoder(page, detected?.bom ?? 0);
      this.encodings.add(label.toLowerCase());
    } else if (this.declared !== null && !WIDE_LABEL.test(this.declared)) {
      this.page = await loadCodePage(this.declared);
    }
    return detected?.bom ?? 0;
  }

  private async decode(block: Buffer): Promise<DecodedPiece[]> {
    if (block.length === 0) return [];
    if (this.inLine >= LONG_LINE_BYTES) return this.decodeLongLine(block);
    this.count(block);
    if (!needsLines(block) && this.page === null) {
      this.encodings.add("utf-8");
      return [{ kind: "text", text: block.toString() }];
    }
    const lines = splitLines(block);
    if (this.page === null && !this.searched) await this.search(lines);
    return decodeLines(lines, this.page, this.declared !== null, this.encodings);
  }

  /** Whether a block lies within a line so long that it is read as UTF-8, whatever it is. */
  private damaged(block: Buffer): boolean {
    return this.inLine >= LONG_LINE_BYTES && !block.includes(LF);
  }

  /** So that a part of a line that is nothing but long is as many characters wherever it is cut. */
  private async decodeLongLine(block: Buffer): Promise<DecodedPiece[]> {
    const end = block.indexOf(LF) + 1 || block.length;
    const line = block.subarray(0, end);
    this.count(line);
    this.encodings.add("utf-8");
    return [{ kind: "text", text: line.toString() }, ...(await this.decode(block.subarray(end)))];
  }

  private count(block: Buffer): void {
    if (this.offset <= SCREEN_BYTES) return;
    const feed = block.lastIndexOf(LF);
    this.inLine = feed === -1 ? this.inLine + block.length : block.length - feed - 1;
  }

  private async search(lines: readonly Buffer[]): Promise<void> {
    const evidence = lines.filter((line) => !isUtf8(line));
    if (evidence.length === 0) return;
    this.page = await likelyCodePage(evidence);
    this.searched = this.page !== null || evidence.reduce((sum, line) => sum + line.length, 0) >= ENOUGH_EVIDENCE;
  }
}
