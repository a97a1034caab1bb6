export type { DefinitionChecks } from "./checks.js";
export { packSnapshot } from "./pack-snapshot.js";
export {
  type Registry,
  type RegistryOptions,
  type RegistryReading,
  readDefinitions,
  readRegistry,
} from "./registry.js";
