export { ControlFilter } from "./control-filter.js";
export type { HiddenRow, Row, TextRow } from "./line.js";
export { CURSOR_REACH } from "./screen.js";
export { Terminal } from "./terminal.js";
