import { isAscii, isUtf8 } from "node:buffer";
import type { CapturedStream, OutputPiece } from "../contract/index.js";
import { Novelty } from "./novelty.js";

/** Bytes that were looked through and are not shown: whole lines, or, without a newline, ASCII within one line. */
export interface SkippedPiece {
  readonly kind: "skipped";
  readonly bytes: number;
  readonly newlines: number;
}

export type SkimmedPiece = OutputPiece | SkippedPiece;

/** Longer streams are skimmed: weighing every line of 64 MiB would take seconds, and an answer has to be in time. */
const READ_BYTES = 4 * 1024 * 1024;
const READ_LINES = 40_000;
/** What is read whole at each end, whichever comes first. */
const END_BYTES = 256 * 1024;
const END_LINES = 12_000;
const BLOCK_BYTES = 16 * 1024;
/** Blocks between the ends that are read for each word of trouble, the first ones: one that is everywhere tells nothing. */
const BLOCKS_A_WORD = 8;
/** Blocks that are read for a line or a few of a kind not seen before; many in a block are but text. */
const FRESH_BLOCKS = 96;
const FEW_FRESH = 3;

/** Words of trouble in any tool's mouth. */
const TELLING = [
  "fatal",
  "panic",
  "exception",
  "traceback",
  "critical",
  "segmentation",
  "out of memory",
  "killed",
  "abort",
  "denied",
  "refused",
  "no such",
  "not found",
  "undefined",
  "timed? ?out",
  "cannot",
  "unable",
  "error",
  "fail",
  "warning",
];
/**
 * What a terminal would act on, but for colours and CRLF: lines cannot be told from such bytes without rendering them.
 */
const ACTING = /[\x00-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f]|\xc2[\x80-\x9f]|\r(?!\n)|\x1b(?!\[[0-9;]*m)/;
/** Bytes that are no character of the line they stand in. */
const INVISIBLE = /[\r\x1b]/;
const LF = 0x0a;

interface Block {
  readonly data: Buffer;
  readonly newlines: number;
}

/**
 * Looks through one stream, in order, and passes on what is worth reading: both ends, and blocks between them that hold
 * a word of trouble or a line unlike those before. A short stream is passed on whole.
 */
export class Skimmer {
  private readonly whole: boolean;
  private read = { bytes: 0, newlines: 0 };
  /** Not yet a whole block. */
  private open: Buffer[] = [];
  private openBytes = 0;
  /** The end so far, oldest first. */
  private readonly held: Block[] = [];
  private heldSize = { bytes: 0, newlines: 0 };
  private readonly novelty = new Novelty();
  private freshLeft = FRESH_BLOCKS;
  private readonly wordsLeft = new Map(TELLING.map((word) => [word, BLOCKS_A_WORD]));
  /** The words that still have blocks left. */
  private telling: RegExp | null = anyOf(TELLING);

  constructor({ bytes, lines }: CapturedStream) {
    this.whole = bytes <= READ_BYTES && lines <= READ_LINES;
  }

  *write(piece: OutputPiece): Iterable<SkimmedPiece> {
    if (this.whole) yield piece;
    else if (piece.kind === "gap") {
      yield* this.end(piece.stream);
      yield piece;
    } else if (this.read.bytes < END_BYTES && this.read.newlines < END_LINES) {
      this.novelty.count(piece.data);
      this.read = { bytes: this.read.bytes + piece.data.length, newlines: this.read.newlines + feeds(piece.data) };
      yield piece;
    } else {
      this.open.push(piece.data);
      this.openBytes += piece.data.length;
      if (this.openBytes >= BLOCK_BYTES) yield* this.take(piece);
    }
  }

  /** What is held at the end of the stream, or before bytes that are missing. */
  *end(stream: OutputPiece["stream"]): Iterable<SkimmedPiece> {
    for (const { data } of this.held.splice(0)) yield { kind: "bytes", stream, data };
    for (const data of this.open.splice(0)) yield { kind: "bytes", stream, data };
    this.heldSize = { bytes: 0, newlines: 0 };
    this.openBytes = 0;
  }

  /** Cuts what came into a block of whole lines; the rest waits. One long line is a block of its own. */
  private *take({ stream }: OutputPiece): Iterable<SkimmedPiece> {
    const data = this.open.length === 1 ? this.open[0]! : Buffer.concat(this.open);
    const cut = data.lastIndexOf(LF) + 1 || data.length;
    this.open = cut === data.length ? [] : [data.subarray(cut)];
    this.openBytes = data.length - cut;
    this.hold({ data: data.subarray(0, cut), newlines: feeds(data) });
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
    const { data, newlines } = this.held.shift()!;
    this.heldSize.bytes -= data.length;
    this.heldSize.newlines -= newlines;
    return this.passes(data, newlines)
      ? { kind: "bytes", stream, data }
      : { kind: "skipped", bytes: data.length, newlines };
  }

  private passes(data: Buffer, newlines: number): boolean {
    // A part of a line can be counted by its bytes when each is a character; whole lines by their line feeds.
    if (newlines === 0 ? !isAscii(data) : data.at(-1) !== LF || !isUtf8(data)) return true;
    const text = data.toString("latin1");
    if (ACTING.test(text) || (newlines === 0 && INVISIBLE.test(text))) return true;
    const fresh = this.novelty.count(data);
    if (this.tells(text)) return true;
    if (fresh === 0 || fresh > FEW_FRESH || this.freshLeft === 0) return false;
    this.freshLeft -= 1;
    return true;
  }

  /** Whether a block has a word of trouble that not enough blocks were read for. */
  private tells(text: string): boolean {
    const found = this.telling?.exec(text)?.[0].toLowerCase();
    if (found === undefined) return false;
    const word = TELLING.find((one) => new RegExp(`^${one}$`).test(found))!;
    const left = this.wordsLeft.get(word)! - 1;
    if (left > 0) this.wordsLeft.set(word, left);
    else {
      this.wordsLeft.delete(word);
      this.telling = this.wordsLeft.size === 0 ? null : anyOf([...this.wordsLeft.keys()]);
    }
    return true;
  }
}

const anyOf = (words: readonly string[]) => new RegExp(words.join("|"), "i");

function feeds(data: Buffer): number {
  let count = 0;
  for (let at = data.indexOf(LF); at !== -1; at = data.indexOf(LF, at + 1)) count++;
  return count;
}
