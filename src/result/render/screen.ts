import type { HiddenBytes, Row } from "./line.js";
import { Numbering } from "./numbering.js";
import { ScreenRow } from "./screen-row.js";
import { RETURN_SYMBOL } from "./symbols.js";

/** Rows above the last one that the cursor goes back to. */
export const CURSOR_REACH = 200;
/** The cursor goes at most this far right of what is there, and below the top of the screen. */
const FARTHEST_COLUMN = 500;
const SCREEN_ROWS = 60;

/** The rows of a terminal without width, with a cursor; the oldest are let go once the cursor cannot reach them. */
export class Screen {
  private rows = [new ScreenRow(1)];
  private y = 0;
  /** Null = after the last column. */
  private x: number | null = null;
  private saved: { y: number; x: number | null } = { y: 0, x: null };
  /** First row of the screen that absolute positions count from. */
  private top = 0;
  /** Most rows there were: what scrolled away above does not come back when rows below are erased. */
  private peak = 1;
  private rawLine = 1;
  /** The cursor stays in its line, which is all there is of the screen. */
  private settled = false;
  private done: Row[] = [];
  private readonly numbering = new Numbering();

  /** Rows that nothing can overwrite any more. */
  take(): Row[] {
    const rows = this.done;
    this.done = [];
    return rows;
  }

  /** From here on lines are what line feeds make them, and text that is kept stays in its line. */
  settle(): void {
    const last = this.rows.at(-1)!;
    this.flush(this.rows.length - (last.blank ? 1 : 0));
    this.rows = [new ScreenRow(this.rawLine)];
    this.y = 0;
    this.x = null;
    this.settled = true;
  }

  print(text: string): void {
    for (let at = 0; at < text.length; ) {
      const feed = text.indexOf("\n", at);
      const end = feed === -1 ? text.length : feed;
      if (end > at) this.put(text.slice(at, end));
      if (feed === -1) return;
      this.lineFeed();
      at = feed + 1;
    }
  }

  private put(text: string): void {
    if (this.x !== null && this.x < this.row.width) this.beforeOverwrite();
    const row = this.row;
    row.rawTo = this.rawLine;
    if (this.x === null) row.append(text);
    else {
      const after = row.write(text, this.x);
      this.x = after >= row.width ? null : after;
    }
    this.wrap();
  }

  /** Keeps what reads like an error: of a settled screen in its line, before what is written next. */
  private beforeOverwrite(): void {
    const { row } = this;
    if (!row.beforeOverwrite() || !this.settled) return;
    row.append(RETURN_SYMBOL);
    this.rows.push(row.rest(this.rawLine));
    this.flush(1);
    this.y = 0;
    this.x = null;
  }

  /** Cuts a row that has grown too long; never within a character. */
  private wrap(): void {
    const { longest } = this.row;
    if (this.row.length <= longest) return;
    while (this.row.length > longest) {
      const rest = this.row.split(longest);
      this.rows.splice(++this.y, 0, new ScreenRow(this.rawLine));
      this.row.append(rest);
    }
    this.x = null;
    // Nothing goes back over lines that long, and many of them would be much to hold.
    this.flush(this.y);
  }

  private lineFeed(): void {
    this.rawLine++;
    this.row.ended = true;
    this.down();
    this.x = this.row.length === 0 ? null : 0;
    this.row.rawTo = Math.max(this.row.rawTo, this.rawLine);
  }

  /** As vertical tab and form feed do; two in a row make no empty row. */
  nextRow(): void {
    if (this.row.length === 0) return;
    this.row.ended = true;
    this.down();
    this.carriageReturn();
  }

  /** To the next row, a new one at the bottom. */
  private down(): void {
    if (this.y === this.rows.length - 1) this.addRow();
    else this.y++;
  }

  private addRow(): void {
    this.rows.push(new ScreenRow(this.rawLine));
    this.y = this.rows.length - 1;
    this.peak = Math.max(this.peak, this.rows.length);
    this.letGo();
  }

  private letGo(): void {
    const window = this.settled ? 1 : CURSOR_REACH;
    const count = Math.min(this.y, this.rows.length - window);
    if (count >= window) this.flush(count);
  }

  /** Bytes without text, on rows of their own. */
  hide(hidden: HiddenBytes): void {
    const { kind, lines } = hidden;
    this.y = this.rows.length - 1;
    if (this.row.length > 0) this.addRow();
    this.row.hidden = hidden;
    this.rawLine += lines;
    this.row.rawTo = kind !== "gap" && lines > 0 ? this.rawLine - 1 : this.rawLine;
    this.addRow();
    // Nothing is written over it.
    this.flush(this.rows.length - 1);
    this.x = null;
  }

  /** Nothing more comes. */
  end(): void {
    const last = this.rows.at(-1)!;
    const blank = this.settled ? last.length === 0 && last.hidden === null : last.blank;
    this.flush(this.rows.length - (blank && !last.ended ? 1 : 0));
  }

  private flush(count: number): void {
    for (const row of this.rows.splice(0, count)) this.numbering.number(row, this.done, !this.settled);
    this.y -= count;
    this.saved.y -= count;
    this.top -= count;
    this.peak -= count;
  }

  carriageReturn(): void {
    this.x = this.row.length === 0 ? null : 0;
  }

  /** By rows and columns, either of which may be negative. */
  move(rows: number, columns: number): void {
    if (rows !== 0) this.toRow(this.y + rows);
    if (columns !== 0) this.toColumn(this.column + columns);
  }

  /** To the start of the row that many rows below; above when negative. */
  lineStart(rows: number): void {
    this.toRow(this.y + rows);
    this.carriageReturn();
  }

  private toRow(y: number): void {
    const column = this.column;
    this.y = Math.min(Math.max(0, this.peak - CURSOR_REACH, y), this.rows.length - 1);
    this.toColumn(column);
  }

  toColumn(column: number): void {
    const width = this.row.width;
    this.x = column === width ? null : Math.max(0, Math.min(column, width + FARTHEST_COLUMN));
  }

  /** To a row and column of the screen, from 0. */
  position(row: number, column: number): void {
    const target = this.screenTop() + Math.min(row, SCREEN_ROWS - 1);
    while (this.rows.length <= target) {
      this.rows.at(-1)!.ended = true;
      this.rows.push(new ScreenRow(this.rawLine));
    }
    this.peak = Math.max(this.peak, this.rows.length);
    this.toRow(target);
    this.toColumn(column);
  }

  /** What is further up has scrolled away. */
  private screenTop(): number {
    return Math.max(0, this.top, this.peak - SCREEN_ROWS);
  }

  save(): void {
    this.saved = { y: this.y, x: this.x };
  }

  restore(): void {
    this.toRow(Math.max(0, this.saved.y));
    if (this.saved.x !== null) this.toColumn(this.saved.x);
    else this.x = null;
  }

  /** Erases the row from the cursor on, before it, or all of it. */
  eraseLine(mode: "after" | "before" | "all"): void {
    const { row, column } = this;
    if (row.length === 0) return;
    this.beforeOverwrite();
    if (row !== this.row) return;
    row.erase(mode === "after" ? column : 0, mode === "before" ? column + 1 : Number.POSITIVE_INFINITY);
    this.toColumn(column);
    this.wrap();
  }

  /** Erases from the cursor on; the rows below are gone, and what was printed on them counts as printed here. */
  eraseBelow(): void {
    this.eraseLine("after");
    for (const below of this.rows.splice(this.y + 1)) this.row.takeOver(below);
    this.row.ended = false;
  }

  eraseCharacters(count: number): void {
    this.beforeOverwrite();
    this.row.erase(this.column, this.column + count);
    this.wrap();
  }

  deleteCharacters(count: number): void {
    this.beforeOverwrite();
    this.row.delete(this.column, count);
    this.toColumn(this.column);
    this.wrap();
  }

  /** A new screen; what was on the old one has scrolled away above, but for its blank rows. */
  clear(): void {
    const last = this.rows.at(-1)!;
    const screen = this.rows.splice(this.screenTop());
    for (const row of screen) if (row === last || !row.blank) this.rows.push(row);
    if (this.rows.at(-1)!.length > 0) {
      this.rows.at(-1)!.ended = true;
      this.addRow();
    }
    this.top = this.rows.findLastIndex((row) => row.length > 0) + 1;
    this.y = Math.min(this.screenTop(), this.rows.length - 1);
    this.x = null;
  }

  private get row(): ScreenRow {
    return this.rows[this.y]!;
  }

  private get column(): number {
    return this.x ?? this.row.width;
  }
}
