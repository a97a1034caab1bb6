import { lstat, readdir } from "node:fs/promises";
import { type Ledger, UNIT_BYTES } from "./ledger.js";
import { tryLock } from "./lock-file.js";
import type { OutputFolder, Shelf } from "./output-folder.js";
import { isOutputId, outputIdTime } from "./output-id.js";
import { isAlive } from "./process-identity.js";

export interface StoreCap {
  readonly bytes: number;
  readonly files: number;
}

/** An output as it lies in the folder. */
export interface StoredFile {
  readonly id: string;
  readonly shelf: Shelf;
  /** As the disk gives them out, in whole units. */
  readonly bytes: number;
}

/** Room made beyond the cap, so that the next scan is a tenth of the cap away. */
const KEEP_SHARE = 0.9;
/** Writing a header takes microseconds. */
const HEADER_DUE_MS = 60_000;
/** Status calls in flight; more only queue in libuv's four threads. */
const SCAN_WIDTH = 16;

/** In this order a file that moves during a scan is met twice rather than never. */
const SHELVES: readonly Shelf[] = ["running", "finished"];

const toUnits = (bytes: number) => Math.ceil(bytes / UNIT_BYTES);

/**
 * What an output adds to the ledger. A small one adds its share of the most files there may be, so that one number
 * holds both caps: a ledger below the cap means that neither is passed.
 */
export function chargeOf(bytes: number, cap: StoreCap): number {
  return Math.max(toUnits(bytes), Math.ceil(capUnits(cap) / cap.files));
}

export const capUnits = (cap: StoreCap) => toUnits(cap.bytes);

/**
 * While the ledger says that the store is above its cap: scans the folder and removes the oldest outputs until nine
 * tenths of the cap are left. Outputs that a live process writes stay. When another process is at it, that one does it:
 * it looks at the ledger again after its scan.
 */
export async function enforceCap(folder: OutputFolder, ledger: Ledger, cap: StoreCap): Promise<void> {
  for (let total = ledger.total(); total === null || total > capUnits(cap); total = ledger.total()) {
    const lock = tryLock(`${folder.path}/lock`);
    if (lock === null) return;
    try {
      const left = await evict(folder, cap);
      ledger.settle(left, total ?? 0);
      // All that is left is being written, or the ledger cannot be kept: another scan would change nothing.
      if (left > capUnits(cap) || total === null) return;
    } finally {
      lock.release();
    }
  }
}

/** Removes what is above the cap; gives the units that are left, as the ledger counts them. */
async function evict(folder: OutputFolder, cap: StoreCap): Promise<number> {
  const files = (await listFiles(folder)).sort((a, b) => (a.id < b.id ? -1 : 1));
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  let count = files.length;
  if (bytes > cap.bytes || count > cap.files) {
    for (const file of files) {
      if (bytes <= cap.bytes * KEEP_SHARE && count <= cap.files * KEEP_SHARE) break;
      if (file.shelf === "running" && isWritten(folder, file.id)) continue;
      if (!(await folder.remove(file.shelf, file.id))) continue;
      bytes -= file.bytes;
      count -= 1;
    }
  }
  return Math.max(toUnits(bytes), Math.ceil((count / cap.files) * capUnits(cap)));
}

/** Whether a live process still writes that output. One without a header is about to get it, or its writer died then. */
export function isWritten(folder: OutputFolder, id: string): boolean {
  const header = folder.header("running", id);
  return header === null ? Date.now() - outputIdTime(id) < HEADER_DUE_MS : isAlive(header.writer);
}

/** All outputs of the folder, in no order. Names that are no ids, links and folders are not ours and left alone. */
export async function listFiles(folder: OutputFolder, shelves = SHELVES): Promise<StoredFile[]> {
  const names: { readonly shelf: Shelf; readonly id: string }[] = [];
  for (const shelf of shelves) {
    for (const id of await readdir(folder.shelf(shelf)).catch(() => [])) {
      if (isOutputId(id)) names.push({ shelf, id });
    }
  }
  const files: StoredFile[] = [];
  const scan = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const found = await lstat(folder.file(name.shelf, name.id)).catch(() => null);
      if (found?.isFile()) files.push({ ...name, bytes: toUnits(found.size) * UNIT_BYTES });
    }
  };
  await Promise.all(Array.from({ length: SCAN_WIDTH }, scan));
  return files;
}
