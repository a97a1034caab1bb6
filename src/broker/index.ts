export { MAX_REQUEST_BYTES } from "../call/index.js";
export { parsePosition } from "../result/index.js";
export { formatFaults } from "../toml/index.js";
export { createBroker, type WireBroker } from "./create.js";
export { type Check, diagnose } from "./diagnose.js";
export { type Loaded, load, sourceFaults } from "./load.js";
export type { BrokerOptions } from "./options.js";
export { type Outputs, openOutputs } from "./outputs.js";
export { faultAnswer, faultResult } from "./refusal.js";
