import type { Row } from "./line.js";
import type { ScreenRow } from "./screen-row.js";

/** Gives finished rows their line numbers. */
export class Numbering {
  private line = 1;
  /** Characters of the line before the next row. */
  private start = 0;

  /** @param withLost whether kept states of the row that it does not show get lines of their own */
  number(row: ScreenRow, into: Row[], withLost: boolean): void {
    if (withLost) for (const state of row.lostStates()) this.push(into, row, state, true);
    if (row.hidden === null) this.push(into, row, row.content(), row.ended);
    else this.hide(into, row, row.hidden);
  }

  private push(into: Row[], row: ScreenRow, text: string, ends: boolean): void {
    const { rawFrom, rawTo } = row;
    into.push({ kind: "text", line: this.line, start: this.start, text, ends, rawFrom, rawTo });
    this.advance(ends ? 1 : 0, text.length);
  }

  private hide(
    into: Row[],
    row: ScreenRow,
    { kind, bytes, lines, characters }: NonNullable<ScreenRow["hidden"]>,
  ): void {
    const { rawFrom, rawTo } = row;
    const ends = kind !== "gap" && lines > 0;
    const toLine = this.line + (ends ? lines - 1 : lines);
    into.push({ kind, line: this.line, toLine, bytes, ends, rawFrom, rawTo });
    this.advance(lines, characters);
  }

  private advance(lines: number, characters: number): void {
    this.line += lines;
    this.start = lines > 0 ? 0 : this.start + characters;
  }
}
