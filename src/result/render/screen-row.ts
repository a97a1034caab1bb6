import { isLowSurrogate } from "../surrogates.js";
import type { HiddenBytes } from "./line.js";
import { columnsOf, widthOf } from "./width.js";

/** Error words; a state of a row that has one is kept when the row is overwritten. */
const READS_LIKE_ERROR =
  /error|fail|fatal|panic|abort|denied|refused|exception|cannot|can't|unable|not found|no such|no space|timed? ?out|invalid|corrupt|mismatch|unreachable|warning|错误|失败|警告|エラー|失敗|오류|실패|ошибка|fehler|erreur|errore/i;
/** Characters after which a line goes on in a new row, as a terminal wraps it; fewer where the cursor goes back and forth. */
const LONGEST = 32 * 1024;
const LONGEST_CELLS = 4096;
/** Kept states of one row at most. */
const MOST_KEPT = 8;

const NONE: readonly string[] = [];

/** A row of the screen that may still be overwritten. Most rows are only ever appended to and stay one string. */
export class ScreenRow {
  rawFrom: number;
  rawTo: number;
  ended = false;
  /** Set for rows without text. */
  hidden: HiddenBytes | null = null;
  /** Overwritten states that read like an error, oldest first. */
  private kept: string[] | null = null;
  private text = "";
  /** Columns of the text once somebody asked; null before. */
  private columns: number | null = null;
  /** One column each; "" is the right half of a wide character. Null while the row was only appended to. */
  private cells: string[] | null = null;
  /** Columns written since the state before was last looked at: pays for looking, so that time stays linear. */
  private credit = 0;

  constructor(rawLine: number) {
    this.rawFrom = rawLine;
    this.rawTo = rawLine;
  }

  get width(): number {
    if (this.cells !== null) return this.cells.length;
    this.columns ??= widthOf(this.text);
    return this.columns;
  }

  /** Length of what was appended; enough to tell when a row has grown too long. */
  get length(): number {
    return this.cells?.length ?? this.text.length;
  }

  /** Nothing is on it, and nothing of it was kept. */
  get blank(): boolean {
    return this.length === 0 && this.hidden === null && this.lostStates().length === 0;
  }

  /** Length above which it is to be split. */
  get longest(): number {
    return this.cells === null ? LONGEST : LONGEST_CELLS;
  }

  append(text: string): void {
    if (this.cells !== null) this.write(text, this.cells.length);
    else {
      this.text += text;
      if (this.columns !== null) this.columns += widthOf(text);
    }
    this.credit += text.length;
  }

  /** Writes from a column on, over what is there; returns the column after it. */
  write(text: string, column: number): number {
    this.credit += text.length;
    if (column === 0 && this.cells === null) {
      const width = widthOf(text);
      if (width >= this.width) {
        this.text = text;
        this.columns = width;
        return width;
      }
    }
    const cells = this.toCells();
    while (cells.length < column) cells.push(" ");
    if (cells[column] === "") cells[column - 1] = " ";
    let x = column;
    for (const character of text) {
      const columns = columnsOf(character);
      if (columns === 0) {
        let base = Math.min(x, cells.length) - 1;
        while (base > 0 && cells[base] === "") base--;
        if (base >= 0) cells[base] += character;
        continue;
      }
      cells[x++] = character;
      if (columns === 2) cells[x++] = "";
    }
    if (cells[x] === "") cells[x] = " ";
    return x;
  }

  /** Erases columns from `from` to before `to`. */
  erase(from: number, to: number): void {
    const cells = this.toCells();
    if (to >= cells.length) cells.length = Math.min(cells.length, from);
    else cells.fill(" ", from, to);
  }

  /** Takes out columns; what is right of them moves left. */
  delete(from: number, count: number): void {
    this.toCells().splice(from, count);
  }

  /** Called before the row is written over: keeps its state when it reads like an error. True when it was news. */
  beforeOverwrite(): boolean {
    if (this.credit < this.length || this.length === 0) return false;
    this.credit = 0;
    const state = this.content();
    if (!READS_LIKE_ERROR.test(state)) return false;
    this.kept ??= [];
    const masked = mask(state);
    const known = this.kept.some((kept) => mask(kept) === masked);
    if (known || this.kept.length === MOST_KEPT) return false;
    this.kept.push(state);
    return true;
  }

  /** A row for what follows in the same line. */
  rest(rawLine: number): ScreenRow {
    const rest = new ScreenRow(rawLine);
    rest.kept = this.kept;
    return rest;
  }

  /** Stands for a row that is gone, too. */
  takeOver(row: ScreenRow): void {
    row.beforeOverwrite();
    this.rawTo = Math.max(this.rawTo, row.rawTo);
    if (row.kept !== null) this.kept = [...(this.kept ?? []), ...row.kept].slice(-MOST_KEPT);
  }

  /** Kept states that the row does not show in the end. */
  lostStates(): readonly string[] {
    if (this.kept === null) return NONE;
    const final = this.content();
    const masked = mask(final);
    return this.kept.filter((state) => !final.includes(state.trim()) && mask(state) !== masked);
  }

  /** Keeps the first `limit` characters, or one less where that would cut a surrogate pair, and gives up the rest. */
  split(limit: number): string {
    const text = this.content();
    const cut = isLowSurrogate(text.charCodeAt(limit)) ? limit - 1 : limit;
    this.text = text.slice(0, cut);
    this.columns = null;
    this.cells = null;
    return text.slice(cut);
  }

  content(): string {
    return this.cells === null ? this.text : this.cells.join("").trimEnd();
  }

  private toCells(): string[] {
    if (this.cells !== null) return this.cells;
    const cells: string[] = [];
    for (const character of this.text) {
      const columns = columnsOf(character);
      if (columns === 0 && cells.length > 0) cells[cells.length - 1] += character;
      else cells.push(character);
      if (columns === 2) cells.push("");
    }
    this.text = "";
    this.cells = cells;
    return cells;
  }
}

/** The same message with other numbers is the same state. */
const mask = (text: string) => text.replace(/\d+/g, "0").trim();
