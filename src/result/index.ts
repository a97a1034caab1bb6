export { buildResult } from "./build-result.js";
export { knowsEncoding } from "./decode/index.js";
export { createLiveText, type LiveText } from "./live/live-text.js";
export { parsePosition, rawOutput, readOutput, streamOutput } from "./read/index.js";
