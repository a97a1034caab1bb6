import type { StreamName } from "../../contract/index.js";
import type { HiddenRow, Row } from "../render/index.js";
import { TemplateCounts } from "./counts.js";
import { type Entry, EntryMaker } from "./entry.js";
import type { StreamLog } from "./stream-log.js";
import { thin } from "./thin.js";

/** Lines and characters held before those that tell least are let go. */
const MOST_ENTRIES = 12_000;
const MOST_CHARACTERS = 1_500_000;
/** Blank lines in a row after which further ones are not held. */
const MOST_BLANK = 50;
/** Ranges of lines without text that are told apart. */
const MOST_HIDDEN = 1000;

/** Takes in the rows of one stream, in order, in bounded memory. */
export class LogBuilder {
  private entries: Entry[] = [];
  private characters = 0;
  /** Entries at the start that were chosen when others were let go. */
  private kept = 0;
  private complete = true;
  private blank = 0;
  private readonly hidden: HiddenRow[] = [];
  private readonly counts = new TemplateCounts();
  private readonly maker = new EntryMaker();
  private last: Row | null = null;

  constructor(private readonly stream: StreamName) {}

  add(row: Row): void {
    if (row.kind === "text") this.addText(row);
    else this.addHidden(row);
    this.last = row;
  }

  build(encoding: string | null): StreamLog {
    const { last, stream, entries, counts, hidden } = this;
    const lines = last === null ? 0 : last.kind === "text" ? last.line : last.toLine;
    const lastLength = last?.kind === "text" ? last.start + last.text.length : 0;
    return { stream, entries, complete: this.complete, counts, hidden, lines, lastLength, encoding };
  }

  private addText(row: Extract<Row, { kind: "text" }>): void {
    this.blank = row.text === "" ? this.blank + 1 : 0;
    if (this.blank > MOST_BLANK) {
      this.complete = false;
      return;
    }
    for (const entry of this.maker.make(row)) {
      if (entry.indent >= 0) this.counts.add(entry.template);
      this.entries.push(entry);
    }
    this.characters += row.text.length;
    if (this.entries.length > MOST_ENTRIES || this.characters > MOST_CHARACTERS) {
      this.entries = thin(this.entries, this.kept, this.counts);
      this.kept = this.entries.length;
      this.complete = false;
      this.characters = this.entries.reduce((sum, { text }) => sum + text.length, 0);
    }
  }

  /** Adds to the range before it when nothing that is shown lies between. */
  private addHidden(row: HiddenRow): void {
    if (row.kind !== "binary") this.complete = false;
    const before = this.hidden.at(-1);
    const joins = before !== undefined && (this.hidden.length >= MOST_HIDDEN || this.last?.kind === row.kind);
    if (!joins) this.hidden.push(row);
    else {
      const { toLine, ends, rawTo } = row;
      this.hidden[this.hidden.length - 1] = { ...before, toLine, ends, rawTo, bytes: before.bytes + row.bytes };
    }
  }
}
