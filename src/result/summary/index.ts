export { readCounts } from "./counts.js";
export { keyLines } from "./key-lines.js";
