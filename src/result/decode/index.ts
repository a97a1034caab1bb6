export { type CodePage, knowsEncoding, loadCodePage } from "./code-page.js";
export { StreamDecoder } from "./decoder.js";
export { detectByPattern } from "./detect.js";
export { likelyCodePage } from "./likely.js";
export { decodeLines, splitLines } from "./lines.js";
export type { DecodedPiece } from "./piece.js";
export { openBytes } from "./resync.js";
