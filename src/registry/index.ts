export type { DefinitionChecks } from "./checks.js";
export { defineTools, loadRegistry, type Registry, type RegistryOptions } from "./registry.js";
