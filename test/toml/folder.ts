import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { SourceFault } from "../../src/contract/index.js";
import { BrokerError } from "../../src/errors/index.js";

/** A folder with these files, removed when the test ends; absolute, symlinks resolved. */
export function folderWith(files: Record<string, string | Buffer>, name = ""): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), "agent-reach-toml-")));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const folder = join(outer, name);
  mkdirSync(folder, { recursive: true });
  addFiles(folder, files);
  return folder;
}

export function addFiles(folder: string, files: Record<string, string | Buffer>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

/** The faults that a load is rejected with. */
export async function faultsOf(loading: Promise<unknown>): Promise<readonly SourceFault[]> {
  const error = await loading.then(
    () => {
      throw new Error("loaded without a fault");
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof BrokerError)) throw error;
  return error.fault.details.faults as unknown as SourceFault[];
}
