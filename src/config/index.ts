export { checkDisable } from "./disable.js";
export { type ConfigOptions, type ConfigReading, type LoadedConfig, readConfig } from "./load.js";
export { placeProblem } from "./places.js";
