/** Bytes that were looked through, and what they are in the text: line feeds, or without any, characters of one line. */
export interface Skipped {
  readonly bytes: number;
  readonly newlines: number;
  /** UTF-16 units; 0 when there are line feeds. */
  readonly characters: number;
}

/** What decoding makes of a stream's bytes, in order. */
export type DecodedPiece =
  | { readonly kind: "text"; readonly text: string }
  /** Bytes that are no text, of whole lines or the parts of one; `newlines` = line feeds among them. */
  | { readonly kind: "binary"; readonly bytes: number; readonly newlines: number }
  /** Whole lines, or characters within a line, that nobody decoded. */
  | ({ readonly kind: "skipped" } & Skipped)
  /** What follows is too far from the start of the stream to be a screen that is drawn: each line stands for itself. */
  | { readonly kind: "settled" }
  /** Bytes that are not there any more. */
  | { readonly kind: "gap"; readonly bytes: number; readonly newlines: number };
