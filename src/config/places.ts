import { type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import type { KeyPath } from "../toml/index.js";
import type { RawConfig } from "./raw.js";
import { IN_STATE_DIR } from "./rebase.js";

/** Where a config has things written, as worked out of it. */
export interface Places {
  readonly stateDir: string;
  readonly log: { readonly file: string | null };
  readonly audit: { readonly file: string | null };
}

/** Reports what is named as a place to write to and never can be one; whether it may be written, only trying tells. */
export function checkPlaces(raw: RawConfig, places: Places, report: (path: KeyPath, message: string) => void): void {
  // The default belongs to nobody's config, and runs go on without it.
  const badStateDir = raw.state_dir === "" ? null : placeProblem(places.stateDir, "folder");
  if (badStateDir !== null) report(["state_dir"], badStateDir);
  for (const key of ["log", "audit"] as const) {
    const { file } = places[key];
    const told = badStateDir !== null && raw[key].file.startsWith(IN_STATE_DIR);
    const problem = file === null || told ? null : placeProblem(file, "file");
    if (problem !== null) report([key, "file"], problem);
  }
}

/** Why a path can be no file or folder to write to, whoever tries; null when it may be one. */
export function placeProblem(path: string, wanted: "file" | "folder"): string | null {
  const found = look(path);
  if (found !== null) {
    if (wanted === "folder") return found.isDirectory() ? null : `${path} is no folder`;
    return found.isDirectory() ? `${path} is a folder` : null;
  }
  let above = dirname(path);
  let there = look(above);
  while (there === null && above !== dirname(above)) {
    above = dirname(above);
    there = look(above);
  }
  if (there !== null && !there.isDirectory()) return `${path} cannot be made: ${above} is no folder`;
  return /^\/(proc|sys)(\/|$)/.test(above) ? `${path} cannot be made: nothing can below ${above}` : null;
}

/** Null when there is nothing, or nobody may look. */
function look(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
