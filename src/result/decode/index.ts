export { type CodePage, knowsEncoding, loadCodePage } from "./code-page.js";
export { StreamDecoder } from "./decoder.js";
export { detectByPattern } from "./detect.js";
export { likelyCodePage } from "./likely.js";
export { decodeLines, splitLines } from "./lines.js";
export type { DecodedPiece, Skipped } from "./piece.js";
export { openBytes, openUtf8 } from "./resync.js";
export { LONG_LINE_BYTES, LONG_LINE_CHARACTERS, SCREEN_BYTES } from "./settled.js";
