import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { EXIT_STATUS } from "../../errors/index.js";
import { makeFolder } from "../../make-folder.js";
import { packageDir } from "../../package-dir.js";
import type { CommonFlags } from "./flags.js";

export interface InitFlags extends CommonFlags {
  readonly force?: true;
}

/** The starter files, kept as real files that a test loads and runs. */
const CONFIG = "agent-reach.toml";
const REGISTRY = "registry/tools.toml";

/**
 * `init`: writes the starter files into the current folder, or as and beside `--config FILE`; a file that is there stays
 * unless `--force`.
 */
export async function init(flags: InitFlags): Promise<number> {
  if (flags.profile !== undefined) {
    return refused("init takes no --profile: write extends into the config, once it is there.", EXIT_STATUS.invalid);
  }
  const config = flags.config ?? CONFIG;
  if (config.endsWith("/") || statSync(config, { throwIfNoEntry: false })?.isDirectory() === true) {
    return refused(`${config} is a folder: --config names the file to write.`, EXIT_STATUS.invalid);
  }
  const files = [
    [CONFIG, config],
    [REGISTRY, join(dirname(config), REGISTRY)],
  ] as const;
  const present = files.map(([, file]) => file).filter((file) => existsSync(file));
  if (present.length > 0 && !flags.force) {
    const are = present.length === 1 ? "is" : "are";
    return refused(`${present.join(" and ")} ${are} already there; nothing was written. Use --force to replace.`, 1);
  }
  for (const [starter, file] of files) {
    makeFolder(dirname(resolve(file)));
    writeFileSync(file, readFileSync(join(packageDir, "config/starter", starter)));
    process.stderr.write(`wrote ${file}\n`);
  }
  // Found by itself from there on; a file of another name or place has to be named.
  const found = relative(process.cwd(), resolve(config)) === CONFIG;
  const program = found ? "agent-reach" : `agent-reach --config ${config}`;
  process.stderr.write(`Next: ${program} check, then ${program} run hello --name you\n`);
  return EXIT_STATUS.success;
}

function refused(why: string, status: number): number {
  process.stderr.write(`agent-reach: ${why}\n`);
  return status;
}
