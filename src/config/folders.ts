import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { systemHome } from "../home-folder.js";

/** Variables by name, as process.env has them. */
export type Variables = { readonly [name: string]: string | undefined };

/** Null where neither HOME nor the user database names one. */
export function homeFolder(env: Variables): string | null {
  if (env.HOME !== undefined && isAbsolute(env.HOME)) return env.HOME;
  return systemHome();
}

/** A folder of the XDG base directory specification, which ignores variables that are not absolute. */
export function xdgFolder(env: Variables, variable: "XDG_CONFIG_HOME" | "XDG_STATE_HOME"): string | null {
  const value = env[variable];
  if (value !== undefined && isAbsolute(value)) return value;
  const home = homeFolder(env);
  return home && join(home, variable === "XDG_CONFIG_HOME" ? ".config" : ".local/state");
}

/** Symlinks resolved as far as the path is there; what is not there yet stays as it is named. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

/** Makes a path that a file names absolute; `~/` is the home folder. */
export function absolutePath(folder: string, path: string, env: Variables): string {
  const home = path.startsWith("~/") ? homeFolder(env) : null;
  return home === null ? resolve(folder, path) : join(home, path.slice(2));
}
