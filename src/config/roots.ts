import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { KeyPath } from "../toml/index.js";
import { realPath, type Variables, xdgFolder } from "./folders.js";
import type { RawConfig } from "./raw.js";

/** The folders of a config, absolute, symlinks resolved. */
export interface Folders {
  readonly projectRoot: string;
  readonly allowedRoots: readonly string[];
  readonly stateDir: string;
}

/** Works out the folders. Those that a config names must be there; the state folder is made when it is needed. */
export function readFolders(
  raw: RawConfig,
  configFile: string | null,
  { cwd, env }: { readonly cwd: string; readonly env: Variables },
  report: (path: KeyPath, message: string) => void,
): Folders {
  const checked = (folder: string, path: KeyPath): string => {
    const problem = folderProblem(folder);
    if (problem !== null) report(path, `${folder} ${problem}`);
    return realPath(folder);
  };
  const projectRoot =
    raw.project_root === undefined
      ? // Not checked: the broker may outlive the folder it was started in, and other tools still work.
        realPath(configFile === null ? cwd : dirname(configFile))
      : checked(raw.project_root, ["project_root"]);
  const allowedRoots = raw.allowed_roots?.map((root, index) => checked(root, ["allowed_roots", index]));

  const state = raw.state_dir === "" ? xdgFolder(env, "XDG_STATE_HOME") : null;
  if (raw.state_dir === "" && state === null) report(["state_dir"], "must be set, as there is no home folder");
  const stateDir = realPath(state === null ? raw.state_dir : join(state, "agent-reach"));
  return { projectRoot, allowedRoots: allowedRoots ?? [projectRoot], stateDir };
}

function folderProblem(folder: string): string | null {
  try {
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) return "does not exist";
    return stat.isDirectory() ? null : "is no folder";
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code})`;
  }
}
