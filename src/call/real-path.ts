import { lstatSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, parse, resolve, sep } from "node:path";

export type RealPath =
  /** Absolute, no symlink in it; its last names need not exist yet. */
  | { readonly kind: "path"; readonly path: string }
  /** Cannot be told for certain, so it counts as outside. */
  | { readonly kind: "unknown"; readonly reason: string };

/** What stands at a path. */
type Entry = { readonly kind: "link"; readonly target: string } | { readonly kind: "other" | "missing" | "unreadable" };

/** What was looked up for one call, so that a thousand paths in one folder ask for it once. */
export type Entries = Map<string, Entry>;

/** As Linux has them: more symlinks on one way are taken for a circle, longer paths are refused. */
const MOST_LINKS = 40;
const LONGEST_PATH = 4096;

/**
 * Where the kernel would arrive: name by name, `..` after symlinks, a link that leads nowhere followed to where a file
 * would be made.
 * @param base absolute, symlinks resolved; where a relative path starts.
 */
export function realPath(path: string, base: string, entries: Entries = new Map()): RealPath {
  if (path.length > LONGEST_PATH) return unknown(`is longer than ${LONGEST_PATH} characters`);
  // Windows takes `..` away before it looks at links.
  const whole = sep === "\\" ? resolve(base, path) : path;
  let here = isAbsolute(whole) ? parse(whole).root : base;
  // The names still to go, the next one last; those of a link's target go before the rest.
  const names = namesOf(whole);
  let links = 0;
  let exists = true;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === "..") {
      if (!exists) return unknown('goes up with ".." from a folder that does not exist');
      here = dirname(here);
      continue;
    }
    const next = here.endsWith(sep) ? here + name : here + sep + name;
    const entry: Entry = exists ? lookedUp(next, entries) : MISSING;
    if (entry.kind === "unreadable") return unknown("cannot be looked up");
    exists = entry.kind !== "missing";
    if (entry.kind !== "link") {
      here = next;
      continue;
    }
    // A link in /proc leads elsewhere for each process that follows it.
    if (next.startsWith("/proc/")) return unknown("leads through /proc");
    if (++links > MOST_LINKS) return unknown("goes through too many symbolic links");
    if (isAbsolute(entry.target)) here = parse(entry.target).root;
    names.push(...namesOf(entry.target));
  }
  return { kind: "path", path: here };
}

/** Whether a path is the folder itself or lies below it; both without symlinks. Compares whole names. */
export function liesWithin(folder: string, path: string): boolean {
  const [outer, inner] = sep === "\\" ? [folder.toLowerCase(), path.toLowerCase()] : [folder, path];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

const unknown = (reason: string): RealPath => ({ kind: "unknown", reason });

function namesOf(path: string): string[] {
  const relative = path.slice(parse(path).root.length);
  const names = relative.split(sep === "\\" ? /[\\/]/ : "/");
  return names.filter((name) => name !== "" && name !== ".").reverse();
}

const MISSING: Entry = { kind: "missing" };

function lookedUp(path: string, entries: Entries): Entry {
  const known = entries.get(path);
  if (known !== undefined) return known;
  const entry = lookUp(path);
  entries.set(path, entry);
  return entry;
}

function lookUp(path: string): Entry {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return MISSING;
    return stats.isSymbolicLink() ? { kind: "link", target: readlinkSync(path) } : { kind: "other" };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Nothing can be below a file, nor under a name that is too long for the file system.
    return code === "ENOTDIR" || code === "ENAMETOOLONG" ? MISSING : { kind: "unreadable" };
  }
}
