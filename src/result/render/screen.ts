import type { HiddenKind, Row } from "./line.js";
import { Numbering } from "./numbering.js";
import { ScreenRow } from "./screen-row.js";

/** Rows that the cursor may go back to. */
const WINDOW = 200;
/** Characters after which a line goes on in a new row, as a terminal wraps it. */
const LONGEST_ROW = 32 * 1024;
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
  private rawLine = 1;
  private done: Row[] = [];
  private readonly numbering = new Numbering();

  /** Rows that nothing can overwrite any more. */
  take(): Row[] {
    const rows = this.done;
    this.done = [];
    return rows;
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
    const row = this.row;
    row.rawTo = this.rawLine;
    if (this.x === null) row.append(text);
    else {
      if (this.x < row.width) row.beforeOverwrite();
      const after = row.write(text, this.x);
      this.x = after >= row.width ? null : after;
    }
    if (row.length > LONGEST_ROW) this.wrap();
  }

  /** Cuts a row that has grown too long; never within a character. */
  private wrap(): void {
    while (this.row.length > LONGEST_ROW) {
      const rest = this.row.split(LONGEST_ROW);
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
    this.letGo();
  }

  private letGo(): void {
    const count = Math.min(this.y, this.rows.length - WINDOW);
    if (count >= WINDOW) this.flush(count);
  }

  /** Bytes without text, on rows of their own. */
  hide(kind: HiddenKind, bytes: number, newlines: number): void {
    this.y = this.rows.length - 1;
    if (this.row.length > 0) this.addRow();
    this.row.hidden = { kind, bytes, lines: newlines };
    this.rawLine += newlines;
    this.row.rawTo = kind !== "gap" && newlines > 0 ? this.rawLine - 1 : this.rawLine;
    this.addRow();
    // Nothing is written over it.
    this.flush(this.rows.length - 1);
    this.x = null;
  }

  /** Nothing more comes. */
  end(): void {
    const last = this.rows.at(-1)!;
    const blank = last.length === 0 && last.hidden === null && last.lostStates().length === 0;
    this.flush(this.rows.length - (blank && !last.ended ? 1 : 0));
  }

  private flush(count: number): void {
    for (const row of this.rows.splice(0, count)) this.numbering.number(row, this.done);
    this.y -= count;
    this.saved.y -= count;
    this.top -= count;
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
    this.y = Math.max(0, Math.min(y, this.rows.length - 1));
    this.toColumn(column);
  }

  toColumn(column: number): void {
    const width = this.row.width;
    this.x = column === width ? null : Math.max(0, Math.min(column, width + FARTHEST_COLUMN));
  }

  /** To a row and column of the screen, from 0. */
  position(row: number, column: number): void {
    const target = Math.max(0, this.top) + Math.min(row, SCREEN_ROWS);
    while (this.rows.length <= target) {
      this.rows.at(-1)!.ended = true;
      this.rows.push(new ScreenRow(this.rawLine));
    }
    this.toRow(target);
    this.toColumn(column);
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
    row.beforeOverwrite();
    row.erase(mode === "after" ? column : 0, mode === "before" ? column + 1 : Number.POSITIVE_INFINITY);
    this.toColumn(column);
  }

  /** Erases from the cursor on; the rows below are gone, and what was printed on them counts as printed here. */
  eraseBelow(): void {
    this.eraseLine("after");
    for (const below of this.rows.splice(this.y + 1)) this.row.takeOver(below);
    this.row.ended = false;
  }

  eraseCharacters(count: number): void {
    this.row.beforeOverwrite();
    this.row.erase(this.column, this.column + count);
  }

  deleteCharacters(count: number): void {
    this.row.beforeOverwrite();
    this.row.delete(this.column, count);
    this.toColumn(this.column);
  }

  /** A new screen; what was on the old one has scrolled away above. */
  clear(): void {
    if (this.rows.at(-1)!.length > 0) {
      this.rows.at(-1)!.ended = true;
      this.addRow();
    }
    this.top = this.rows.findLastIndex((row) => row.length > 0) + 1;
    this.y = this.top;
    this.x = null;
  }

  private get row(): ScreenRow {
    return this.rows[this.y]!;
  }

  private get column(): number {
    return this.x ?? this.row.width;
  }
}
