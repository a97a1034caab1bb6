export type { DefinitionChecks } from "./checks.js";
export { packSnapshot } from "./pack-snapshot.js";
export { defineTools, loadRegistry, type Registry, type RegistryOptions } from "./registry.js";
