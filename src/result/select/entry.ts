import type { TextRow } from "../render/index.js";
import { prefixLength } from "./prefix.js";
import { type Signals, signalsOf } from "./signals.js";
import { type Template, templateOf } from "./template.js";

/** What is shown whole or not at all: a line, or a part of a long one. */
export type Piece = Pick<TextRow, "line" | "start" | "text" | "ends">;

/** A piece with what is needed to weigh it. */
export interface Entry extends Piece {
  /** Of the text after a time stamp and the like. */
  readonly template: Template;
  readonly signals: Signals;
  /** Columns of white space before the text, after a time stamp and the like; -1 for a blank line. */
  readonly indent: number;
  /** A line of one mark over and over, which parts sections. */
  readonly ruler: boolean;
}

/** Whether nothing is missing between two pieces. */
export const adjoins = (before: Piece, after: Piece) =>
  before.ends
    ? after.line === before.line + 1 && after.start === 0
    : after.line === before.line && after.start === before.start + before.text.length;

/** Longer rows are cut into parts of about this many characters. */
const PART_LENGTH = 400;
const LONG_ROW = 3 * PART_LENGTH;
const RULER = /^[^\p{L}\p{N}]{0,20}([=\-_*#~+─═━])\1{5,}/u;
/** Templates whose words are remembered. */
const MOST_KNOWN = 20_000;

const BLANK: Omit<Entry, keyof Piece> = {
  template: templateOf(""),
  signals: { severity: 0, kind: null, summary: false, place: false },
  indent: -1,
  ruler: false,
};

/** Makes entries of rows; remembers what lines of one template say. */
export class EntryMaker {
  private readonly known = new Map<number, Signals>();

  make(row: TextRow): Entry[] {
    return row.text.length > LONG_ROW ? parts(row).map((part) => this.entry(part)) : [this.entry(row)];
  }

  private entry({ line, start, text, ends }: Piece): Entry {
    if (text === "") return { line, start, text, ends, ...BLANK };
    // A part of a long line may begin within a word.
    const body = text.slice(start > 0 ? text.search(/[\s,;}\]]|$/) : prefixLength(text));
    const template = templateOf(body);
    let signals = this.known.get(template.words);
    if (signals === undefined) {
      signals = signalsOf(body);
      if (this.known.size > MOST_KNOWN) this.known.clear();
      this.known.set(template.words, signals);
    }
    return { line, start, text, ends, template, signals, indent: indentOf(body), ruler: RULER.test(body) };
  }
}

function indentOf(text: string): number {
  let columns = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x20) columns++;
    else if (code === 0x09) columns += 8 - (columns % 8);
    else return columns;
  }
  return -1;
}

/** Cuts a long row after marks and white space where there are any. */
function parts({ line, start, text, ends }: TextRow): Piece[] {
  const cut: Piece[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.length - at <= PART_LENGTH * 1.5 ? text.length : breakAfter(text, at + PART_LENGTH);
    cut.push({ line, start: start + at, text: text.slice(at, end), ends: ends && end === text.length });
    at = end;
  }
  return cut;
}

function breakAfter(text: string, near: number): number {
  for (let at = near; at > near - PART_LENGTH / 4; at--) {
    if (/[\s,;}\]]/.test(text[at - 1]!)) return at;
  }
  return (text.charCodeAt(near) & 0xfc00) === 0xdc00 ? near - 1 : near;
}
