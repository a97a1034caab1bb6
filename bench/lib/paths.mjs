import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

export const ROOT = resolve(import.meta.dirname, "../..");
export const CLI = join(ROOT, "bin/agent-reach.js");
export const LIBRARY = join(ROOT, "dist/index.js");
export const RESULTS = join(ROOT, "bench/results");

/** An executable on PATH; null when there is none. */
export function findProgram(name) {
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder.startsWith("/"));
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? null;
}

/** A program of a package that is installed here; null when it is not. */
export function findPackageFile(name, file) {
  const path = join(ROOT, "node_modules", name, file);
  return existsSync(dirname(path)) && existsSync(path) ? path : null;
}
