import { existsSync, readdirSync } from "node:fs";
import { posix, resolve } from "node:path";

/**
 * A file or glob named in a file, made absolute: `git.toml`, `../shared/*.toml`. The answer is always a pattern: what
 * is literal in it is escaped, so that a folder called `a[1]` is no character class. `pack:` names stay as they are.
 */
export function absolutePattern(folder: string, name: string): string {
  if (name.startsWith(PACK)) return name;
  const literal = resolve(folder, name);
  if (!isGlob(name) || existsSync(literal)) return escapeGlob(literal);
  return posix.isAbsolute(name) ? posix.normalize(name) : posix.join(escapeGlob(folder), name);
}

export const PACK = "pack:";

/** Whether a pattern says more than one name. */
export function isGlob(pattern: string): boolean {
  return /[*?[\]{}()]/.test(pattern.replace(/\\./g, ""));
}

/** The file a pattern names when it is no glob. */
export function unescapeGlob(pattern: string): string {
  return pattern.replace(/\\(.)/g, "$1");
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?[\]{}()]/g, "\\$&");
}

/** What is in a folder, sorted; nothing when it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
