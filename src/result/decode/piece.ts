/** What decoding makes of a stream's bytes, in order. */
export type DecodedPiece =
  | { readonly kind: "text"; readonly text: string }
  /** Bytes that are no text, of whole lines or the parts of one; `newlines` = line feeds among them. */
  | { readonly kind: "binary"; readonly bytes: number; readonly newlines: number }
  /** Whole lines, or ASCII within a line, that nobody decoded. */
  | { readonly kind: "skipped"; readonly bytes: number; readonly newlines: number }
  /** Bytes that are not there any more. */
  | { readonly kind: "gap"; readonly bytes: number; readonly newlines: number };
