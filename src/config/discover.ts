import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Variables, xdgFolder } from "./folders.js";

const CONFIG_FILE = "agent-reach.toml";

/** The nearest `agent-reach.toml` from a folder upwards, else the one in the XDG config folder; null when there is none. */
export function findConfigFile(cwd: string, env: Variables): string | null {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, CONFIG_FILE);
    if (isThere(file)) return file;
    if (folder === dirname(folder)) break;
  }
  const xdg = xdgFolder(env, "XDG_CONFIG_HOME");
  const file = xdg && join(xdg, "agent-reach", CONFIG_FILE);
  return file !== null && isThere(file) ? file : null;
}

/**
 * A file that we may not look at counts as there, and a link that leads nowhere: to pass it over could mean to run under
 * a laxer config.
 */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}
