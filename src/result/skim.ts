import { isUtf8 } from "node:buffer";
import type { CapturedStream, OutputPiece } from "../contract/index.js";
import { countNewlines } from "../newlines.js";
import { LONG_LINE_BYTES, SCREEN_BYTES, type Skipped } from "./decode/index.js";
import { charactersOf, feedsOf, textOf } from "./feeds.js";
import { type News, Novelty } from "./novelty.js";
import { CURSOR_REACH } from "./render/index.js";
import { Trouble } from "./trouble.js";

/** Bytes that were looked through and are not shown. */
export type SkippedPiece = { readonly kind: "skipped" } & Skipped;

export type SkimmedPiece = OutputPiece | SkippedPiece;

/** Longer streams are skimmed: weighing every line of 64 MiB would take seconds, and an answer has to be in time. */
const READ_BYTES = 4 * 1024 * 1024;
const READ_LINES = 40_000;
/** What is read whole at each end, whichever comes first. */
const END_BYTES = 256 * 1024;
const END_LINES = 12_000;
const BLOCK_BYTES = 8 * 1024;
/** Blocks that are read for a line or a few of a kind not seen before; many in a block are but text. */
const FRESH_BLOCKS = 96;
const FEW_FRESH = 3;
/** Lines without anything acting after which the cursor is surely in the last line, and before which it reaches no other. */
const CALM_LINES = 2 * CURSOR_REACH;
/** Bytes of a line after which what follows is surely taken as part of a long one. */
const SURELY_LONG = 2 * LONG_LINE_BYTES;

/**
 * What a terminal would act on, but for colours and CRLF: lines cannot be told from such bytes without rendering them,
 * where the stream has not settled.
 */
const ACTING = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\xc2[\x80-\x9f]|\r(?!\n)|\x1b(?!\[[0-9;]*m)/;

const NOTHING_KNOWN: News = { fresh: 0, surely: false };

interface Block {
  readonly data: Buffer;
  readonly newlines: number;
  /** Offset in the stream. */
  readonly at: number;
  /** Bytes of its line before it, since the stream has settled. */
  readonly inLine: number;
  /** A terminal would act on it, and the stream has not settled. */
  readonly acts: boolean;
}

/**
 * Looks through one stream, in order, and passes on what is worth reading: both ends, and blocks between them that hold
 * a word of trouble or a line unlike those before. A short stream is passed on whole.
 */
export class Skimmer {
  private readonly whole: boolean;
  /** Bytes and line feeds of the start, which is read. */
  private start = { bytes: 0, newlines: 0 };
  /** Not yet a whole block, and where it begins. */
  private open: Buffer[] = [];
  private openBytes = 0;
  private at = 0;
  private inLine = 0;
  /** The end so far, oldest first. */
  private readonly held: Block[] = [];
  private heldSize = { bytes: 0, newlines: 0 };
  private readonly novelty = new Novelty();
  private readonly trouble = new Trouble();
  private freshLeft = FRESH_BLOCKS;
  /** Lines read since something acted. */
  private calm = Number.POSITIVE_INFINITY;

  /** @param wideEncoding of the stream, as far as it was read; null when its line feeds are single bytes */
  constructor(
    { bytes, lines }: CapturedStream,
    private readonly wideEncoding: () => string | null,
  ) {
    this.whole = bytes <= READ_BYTES && lines <= READ_LINES;
  }

  *write(piece: OutputPiece): Iterable<SkimmedPiece> {
    if (this.whole) yield piece;
    else if (piece.kind === "gap") {
      yield* this.end(piece.stream);
      this.at += piece.bytes;
      this.inLine = 0;
      yield piece;
    } else if (this.start.bytes < END_BYTES && this.start.newlines < END_LINES) {
      const data = piece.data.subarray(0, BLOCK_BYTES);
      this.novelty.count(data);
      const newlines = countNewlines(data);
      this.start = { bytes: this.start.bytes + data.length, newlines: this.start.newlines + newlines };
      this.calm = acts(data, this.wideEncoding()) ? 0 : this.calm + newlines;
      this.at += data.length;
      yield { ...piece, data };
      if (data.length < piece.data.length) yield* this.write({ ...piece, data: piece.data.subarray(data.length) });
    } else yield* this.look(piece);
  }

  /** What is held at the end of the stream, or before bytes that are missing. */
  *end(stream: OutputPiece["stream"]): Iterable<SkimmedPiece> {
    for (const { data } of this.held.splice(0)) yield { kind: "bytes", stream, data };
    for (const data of this.open.splice(0)) yield { kind: "bytes", stream, data };
    this.at += this.openBytes;
    this.heldSize = { bytes: 0, newlines: 0 };
    this.openBytes = 0;
  }

  /** Cuts what comes into blocks of whole lines; the rest waits. A part of a long line is a block of its own. */
  private *look({ stream, data }: Extract<OutputPiece, { kind: "bytes" }>): Iterable<SkimmedPiece> {
    for (let from = 0; from < data.length; ) {
      const waiting = this.openBytes;
      const part = data.subarray(from, from + Math.max(1, BLOCK_BYTES - waiting));
      this.open.push(part);
      this.openBytes += part.length;
      if (this.openBytes < BLOCK_BYTES) return;
      const block = this.open.length === 1 ? part : Buffer.concat(this.open);
      const { end, newlines } = feedsOf(block, this.at, this.wideEncoding());
      // What was not taken of the part is looked at again: joining it with what follows would copy everything.
      const rest = end > waiting ? null : block.subarray(end);
      this.open = rest === null ? [] : [rest];
      this.openBytes = rest?.length ?? 0;
      from += rest === null ? end - waiting : part.length;
      if (end > 0) yield* this.take(stream, block.subarray(0, end), newlines);
    }
  }

  private *take(stream: OutputPiece["stream"], data: Buffer, newlines: number): Iterable<SkimmedPiece> {
    const { at, inLine } = this;
    this.hold({ data, newlines, at, inLine, acts: at < SCREEN_BYTES && acts(data, this.wideEncoding()) });
    this.at += data.length;
    if (this.at >= SCREEN_BYTES) this.inLine = newlines > 0 ? 0 : this.inLine + data.length;
    while (this.heldSize.bytes > END_BYTES || this.heldSize.newlines > END_LINES) {
      if (this.held.length === 1) return;
      yield this.release(stream);
    }
  }

  private hold(block: Block): void {
    this.held.push(block);
    this.heldSize.bytes += block.data.length;
    this.heldSize.newlines += block.newlines;
  }

  private release(stream: OutputPiece["stream"]): SkimmedPiece {
    const block = this.held.shift()!;
    const { data, newlines, at } = block;
    this.heldSize.bytes -= data.length;
    this.heldSize.newlines -= newlines;
    const wide = this.wideEncoding();
    if (!this.countable(block, wide) || this.tells(block, wide)) {
      this.calm = block.acts ? 0 : this.calm + newlines;
      return { kind: "bytes", stream, data };
    }
    return {
      kind: "skipped",
      bytes: data.length,
      newlines,
      characters: newlines === 0 ? charactersOf(data, at, wide) : 0,
    };
  }

  /** Whether the lines of a block, or its characters within one, can be counted without rendering it. */
  private countable({ newlines, at, inLine, acts, data }: Block, wide: string | null): boolean {
    if (wide !== null && wide !== "utf-16le" && wide !== "utf-16be") return false;
    // The rest of a line that was begun may be written over what was read of it.
    if (at >= SCREEN_BYTES) return inLine >= SURELY_LONG || (newlines > 0 && inLine === 0);
    if (newlines === 0 || acts || this.calm < CALM_LINES || at + data.length > SCREEN_BYTES) return false;
    let calm = 0;
    for (const next of this.held) {
      if (calm >= CALM_LINES || next.at >= SCREEN_BYTES) return true;
      if (next.acts) return false;
      calm += next.newlines;
    }
    return calm >= CALM_LINES;
  }

  private tells({ data, newlines, at }: Block, wide: string | null): boolean {
    const { fresh, surely } = newlines === 0 ? NOTHING_KNOWN : this.novelty.count(data);
    if (fresh === 0 && surely && wide === null) return false;
    if (this.trouble.isIn(wide === null ? data.toString("latin1") : textOf(data, at, wide))) return true;
    if (fresh === 0 || fresh > FEW_FRESH || this.freshLeft === 0) return false;
    this.freshLeft -= 1;
    return true;
  }
}

/** Whether a terminal would act on a block, as far as it is rendered as a screen. */
const acts = (data: Buffer, wide: string | null): boolean =>
  wide !== null || !isUtf8(data) || ACTING.test(data.toString("latin1"));
