import type { StreamName } from "./captured.js";

/** A place in a rendered stream. Lines count from 1; characters are UTF-16 units of the line, from 1; null = the line's edge. */
export interface LinePosition {
  readonly line: number;
  readonly character: number | null;
}

/** Which part of a stored output to read. */
export type OutputSelect =
  | { readonly kind: "all" }
  /** Both ends included; `to` null = to the end. */
  | { readonly kind: "range"; readonly from: LinePosition; readonly to: LinePosition | null }
  /** RE2 syntax; `context` = lines shown before and after each match, 0 … 1,000; `from` = where to go on, as `next` says. */
  | {
      readonly kind: "grep";
      readonly pattern: string;
      readonly context: number;
      readonly from?: LinePosition | null;
    }
  | { readonly kind: "tail"; readonly lines: number };

/** What `agent-reach output ID` and `read_output` ask for. */
export interface OutputQuery {
  /** Null = both, in order of arrival. */
  readonly stream: StreamName | null;
  readonly select: OutputSelect;
  /** A label as in the registry; "auto" = what the tool declares, else what it looks like. */
  readonly encoding: string;
}

/** A line of a stored output, or a part of a very long one. */
export interface OutputLine {
  readonly stream: StreamName;
  readonly line: number;
  /** The first shown character of the line, from 1. */
  readonly character: number;
  readonly text: string;
  /** A line feed follows. */
  readonly ends: boolean;
  /** Matches the pattern; true where none was asked for. */
  readonly match: boolean;
}

/** One page of a stored output. */
export interface OutputPage {
  readonly id: string;
  readonly lines: readonly OutputLine[];
  /** The lines as text; with their numbers before them for `grep`, as `grep -n` prints them. */
  readonly text: string;
  /** What the stream that was read last is decoded from. */
  readonly encoding: string | null;
  /** Where to go on when the page was full; null when everything asked for is there. */
  readonly next: { readonly stream: StreamName; readonly position: LinePosition } | null;
}
