export { type CaptureOptions, createCapture, DEFAULT_WINDOW } from "./capture.js";
export {
  createOutputStore,
  type LeftOutput,
  type OutputStore,
  type OutputStoreOptions,
} from "./output-store.js";
export { isAlive, ownIdentity, type ProcessIdentity } from "./process-identity.js";
