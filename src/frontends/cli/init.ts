import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageDir } from "../../package-dir.js";
import type { CommonFlags } from "./flags.js";

export interface InitFlags extends CommonFlags {
  readonly force?: true;
}

/** The starter files, kept as real files that a test loads and runs. */
const FILES = ["agent-reach.toml", "registry/tools.toml"] as const;

/** `init`: writes the starter files into the current folder; a file that is there stays unless `--force`. */
export async function init(flags: InitFlags): Promise<number> {
  const present = FILES.filter((file) => existsSync(file));
  if (present.length > 0 && !flags.force) {
    process.stderr.write(
      `agent-reach: ${present.join(" and ")} already there; nothing was written. Use --force to replace.\n`,
    );
    return 1;
  }
  for (const file of FILES) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, readFileSync(join(packageDir, "config/starter", file)));
    process.stderr.write(`wrote ${file}\n`);
  }
  process.stderr.write(`Next: agent-reach check, then agent-reach run hello --name you\n`);
  return 0;
}
