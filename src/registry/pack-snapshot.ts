import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ToolDefinition } from "../contract/index.js";
import { deepFreeze } from "../toml/index.js";

/** The definitions of a shipped pack, as they were read and checked when the package was built from `text`. */
interface KnownPack {
  readonly text: string;
  readonly tools: readonly ToolDefinition[];
}

/** By the name of the file in the package's registry/. */
type PackSnapshot = { readonly [file: string]: KnownPack };

/** The tools of a file that is known to hold just these; null when it has to be read. */
export type KnownTools = (file: string) => readonly ToolDefinition[] | null;

/**
 * What the build wrote of the shipped packs: checking all of them at every start would take longer than the start
 * itself. A pack that was changed since is read as any other file.
 * @param file dist/packs.json; null = there is none
 */
export function readPackSnapshot(file: string | null, packageDir: string): KnownTools {
  let snapshot: PackSnapshot | null = null;
  const load = (path: string): PackSnapshot => {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      return {};
    }
  };
  return (pack) => {
    if (file === null || dirname(pack) !== join(packageDir, "registry")) return null;
    snapshot ??= load(file);
    const known = snapshot[basename(pack)];
    return known === undefined || !holds(pack, known.text) ? null : known.tools.map((tool) => revive(tool, pack));
  };
}

function holds(file: string, text: string): boolean {
  try {
    return readFileSync(file, "utf8") === text;
  } catch {
    return false;
  }
}

/** JSON has no Map, and the package may have been moved since it was built. */
function revive(tool: ToolDefinition, source: string): ToolDefinition {
  const exitCodes = new Map(tool.exitCodes as unknown as readonly (readonly [number, string])[]);
  return deepFreeze({ ...tool, exitCodes, source });
}

/** A snapshot of one pack, for the build to write. */
export const packSnapshot = (text: string, tools: readonly ToolDefinition[]): KnownPack => ({
  text,
  tools: tools.map((tool) => ({ ...tool, exitCodes: [...tool.exitCodes] as never, source: "" })),
});
