import { existsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nearest } from "../errors/index.js";
import { isGlob, namesIn, PACK, unescapeGlob } from "../toml/index.js";

/** The files that one entry of `registry` or `include` names. */
export type Source =
  | { readonly kind: "files"; readonly files: readonly string[] }
  | { readonly kind: "unknown"; readonly message: string; readonly suggestion: string | null };

/**
 * @param source an absolute pattern (see `absolutePattern`) or `pack:NAME`, `pack:*` for all packs. A file must be there;
 * a glob may match nothing, but the folder it looks in must be there. Matches come sorted by name.
 */
export async function expandSource(source: string, packageDir: string): Promise<Source> {
  if (source.startsWith(PACK)) return expandPack(source.slice(PACK.length), join(packageDir, "registry"));
  return isGlob(source) ? expandGlob(source) : expandFile(unescapeGlob(source));
}

function expandPack(name: string, folder: string): Source {
  const packs = namesIn(folder).filter((file) => file.endsWith(".toml"));
  if (name === "*") return { kind: "files", files: packs.map((file) => join(folder, file)) };
  if (packs.includes(`${name}.toml`)) return { kind: "files", files: [join(folder, `${name}.toml`)] };
  const names = packs.map((file) => basename(file, ".toml"));
  const meant = nearest(name, names);
  return {
    kind: "unknown",
    message: `there is no shipped pack ${JSON.stringify(name)}`,
    suggestion: meant === null ? `The packs are: ${names.join(", ")}.` : `Did you mean "${PACK}${meant}"?`,
  };
}

function expandFile(file: string): Source {
  if (existsSync(file)) return { kind: "files", files: [file] };
  const meant = nearest(basename(file), namesIn(dirname(file)));
  const suggestion = meant === null ? null : `Did you mean "${meant}"?`;
  return { kind: "unknown", message: `there is no file ${file}`, suggestion };
}

async function expandGlob(pattern: string): Promise<Source> {
  const steps = pattern.split("/");
  const first = steps.findIndex(isGlob);
  const folder = unescapeGlob(steps.slice(0, first).join("/")) || "/";
  if (!existsSync(folder)) {
    return { kind: "unknown", message: `there is no folder ${folder} to look for files in`, suggestion: null };
  }
  const rest = steps.slice(first);
  return { kind: "files", files: matchesInFolder(folder, rest) ?? (await matchesBelow(folder, rest.join("/"))) };
}

/**
 * `NAME*NAME` in one folder, which is what nearly every registry uses; null for any other glob. The library that does
 * the others takes 10 ms to load and begin, a fifth of what a whole call may take.
 */
function matchesInFolder(folder: string, rest: readonly string[]): string[] | null {
  const [, before, after] = (rest.length === 1 && /^([\w.-]*)\*([\w.-]*)$/.exec(rest[0]!)) || [];
  if (before === undefined || after === undefined) return null;
  return namesIn(folder)
    .filter((name) => name.startsWith(before) && name.endsWith(after) && name.length >= before.length + after.length)
    .filter((name) => before.startsWith(".") || !name.startsWith("."))
    .map((name) => join(folder, name))
    .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}

async function matchesBelow(folder: string, pattern: string): Promise<string[]> {
  const { glob } = await import("tinyglobby");
  const files = await glob(pattern, { cwd: folder, absolute: true, expandDirectories: false });
  return files.sort();
}
