export type { Assembled } from "./assemble.js";
export { LogBuilder } from "./log-builder.js";
export { MARKER_PREFIX, type Retrieval } from "./marker.js";
export type { StreamLog } from "./stream-log.js";
export { selectBoth } from "./streams.js";
export type { Weighed } from "./weigh.js";
export { WeighedLog } from "./weighed-log.js";
