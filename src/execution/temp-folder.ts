import { mkdtempSync } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { exhaustionFault } from "./spawn-fault.js";

/** Makes a new empty folder, mode 0700; the Fault when the system refuses. */
export function createTempFolder(): string | Fault {
  try {
    return mkdtempSync(join(tmpdir(), "agent-reach-"));
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? "unknown";
    const hint = "Point TMPDIR at a folder that exists and may be written to.";
    return (
      exhaustionFault(errno) ??
      fault("AR_CWD_MISSING", `No temporary folder can be made in ${tmpdir()} (${errno}).`, {
        hint,
        details: { errno, cwd: tmpdir() },
      })
    );
  }
}

/** Removes a folder and all in it, also where a tool took the permissions away. Never rejects; false: some is left. */
export async function removeTempFolder(folder: string): Promise<boolean> {
  const remove = () =>
    rm(folder, { recursive: true, force: true }).then(
      () => true,
      () => false,
    );
  if (await remove()) return true;
  await openUp(folder).catch(() => {});
  return remove();
}

/** Makes every folder below writable. Links are not followed, so nothing outside changes. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(join(folder, entry.name)).catch(() => {});
  }
}
