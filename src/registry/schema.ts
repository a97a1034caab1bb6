import { acceptsRegistry } from "../generated/accepts.js";
import { type BrokenKeys, checkSchema, type Document, type Findings, type Schema } from "../toml/index.js";

const SCHEMA: Schema = {
  accepts: acceptsRegistry,
  loadValidator: async () => (await import("../generated/validators.js")).validateRegistry,
};

/** Holds a document to schemas/registry.schema.json; see `checkSchema`. */
export function checkRegistrySchema(document: Document, findings: Findings): Promise<BrokenKeys> {
  return checkSchema(document, SCHEMA, findings);
}
