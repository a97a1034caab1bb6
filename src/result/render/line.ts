/**
 * A rendered line, or a part of one that is very long. Lines are counted from 1 over the whole stream, as rendered:
 * that is what markers name and readers ask for.
 */
export interface TextRow {
  readonly kind: "text";
  readonly line: number;
  /** Offset in its line of the first character, in UTF-16 units. */
  readonly start: number;
  readonly text: string;
  /** A line feed follows. False for a part of a long line, and for a last line without one. */
  readonly ends: boolean;
  /** Raw lines, counted by line feeds from 1, that were printed onto this row. */
  readonly rawFrom: number;
  readonly rawTo: number;
}

/** What has no text to show. */
export type HiddenKind = "binary" | "skipped" | "gap";

/** Bytes without text on the screen. */
export interface HiddenBytes {
  readonly kind: HiddenKind;
  readonly bytes: number;
  /** Lines that they reach over. */
  readonly lines: number;
  /** Of the line they lie in, where they are known; for what was looked through. */
  readonly characters: number;
}

/** Lines that have no text to show: binary data, text that was looked through, or bytes that are not stored. */
export interface HiddenRow {
  readonly kind: HiddenKind;
  readonly line: number;
  /** The last line it reaches into. */
  readonly toLine: number;
  readonly bytes: number;
  readonly ends: boolean;
  readonly rawFrom: number;
  readonly rawTo: number;
}

export type Row = TextRow | HiddenRow;
