import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { ToolDefinition } from "../../src/contract/index.js";
import { load, packageDir } from "../registry/support.js";

/** Names of the shipped packs. */
export const packNames = readdirSync(join(packageDir, "registry"))
  .filter((file) => file.endsWith(".toml"))
  .map((file) => basename(file, ".toml"));

export async function loadPacks(names: readonly string[]): Promise<readonly ToolDefinition[]> {
  const { tools } = await load(names.map((name) => `pack:${name}`));
  return [...tools.values()];
}
