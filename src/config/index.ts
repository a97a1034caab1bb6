export { checkDisable } from "./disable.js";
export { type ConfigOptions, type LoadedConfig, loadConfig } from "./load.js";
