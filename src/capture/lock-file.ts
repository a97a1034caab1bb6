import { readFileSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { isAlive, ownIdentity, parseIdentity } from "./process-identity.js";

/** Far longer than a scan takes; a lock of a process that cannot be seen from here is broken after it. */
const STALE_MS = 60_000;

/**
 * Takes the lock, or gives null when another live process holds it. Breaking a stale lock can, in a rare race, let two
 * in; so it only saves double work, and what it guards must bear that.
 */
export function tryLock(file: string): { release(): void } | null {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(file, JSON.stringify(ownIdentity()), { flag: "wx", mode: 0o600 });
      return { release: () => remove(file) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || !isStale(file)) return null;
      remove(file);
    }
  }
  return null;
}

function isStale(file: string): boolean {
  try {
    if (Date.now() - statSync(file).mtimeMs > STALE_MS) return true;
    const holder = parseIdentity(JSON.parse(readFileSync(file, "utf8")));
    return holder !== null && !isAlive(holder);
  } catch (error) {
    // Gone meanwhile; a lock whose content is not written yet is held.
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // Broken by somebody else, or the folder is gone.
  }
}
