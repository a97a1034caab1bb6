import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it that are not there. Takes each one once: `mkdir` with `recursive` never comes back
 * from a path below /proc. Throws what `fs` throws.
 * @param mode Of the folders that are made.
 */
export function makeFolder(path: string, mode = 0o777): void {
  if (made(path, mode)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above, mode);
  // Nothing is missing above it now: what mkdir says is final, but for somebody who made it meanwhile.
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

/** False when a folder above it is missing. */
function made(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (isFolder(path)) return true;
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
