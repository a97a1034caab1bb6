export { parsePosition } from "./query.js";
export { rawOutput } from "./raw.js";
export { readOutput, streamOutput } from "./read-output.js";
