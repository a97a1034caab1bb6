import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from "node:fs";

/** What one byte of the ledger stands for; also what a file system gives out at least. */
export const UNIT_BYTES = 4096;
const BLOCK = Buffer.alloc(64 * 1024, ".");

/**
 * How much is stored, shared by all processes that store: the length of a file. Adding is one append, which the system
 * makes atomic, and asking is one fstat: no scan, no lock, no lost update, whoever else writes. It counts up only;
 * a scan (`settle`) puts it right. No method throws: a ledger that cannot be kept says so by `null`.
 */
export class Ledger {
  #fd: number | null = null;

  constructor(readonly file: string) {}

  /** Whether this process has added anything since it was closed last. */
  get isOpen(): boolean {
    return this.#fd !== null;
  }

  /** Adds units; gives the total then, null when it is not known. */
  add(units: number): number | null {
    try {
      const fd = this.#open();
      for (let left = units; left > 0; left -= BLOCK.length) writeSync(fd, BLOCK, 0, Math.min(left, BLOCK.length));
      return fstatSync(fd).size;
    } catch {
      return null;
    }
  }

  /** The total, null when it is not known. */
  total(): number | null {
    return this.add(0);
  }

  /**
   * Replaces the total by what a scan found. What was added since `before`, the total at the scan's start, is added
   * again: the scan may have missed it. An append in the instant between the two calls below is lost, until the next scan.
   */
  settle(found: number, before: number): void {
    try {
      const fd = this.#open();
      ftruncateSync(fd, found + Math.max(0, fstatSync(fd).size - before));
    } catch {
      // The next addition fails likewise and leads to a scan.
    }
  }

  close(): void {
    if (this.#fd !== null) closeSync(this.#fd);
    this.#fd = null;
  }

  /** Opened once; again when somebody emptied the folder. */
  #open(): number {
    if (this.#fd !== null && fstatSync(this.#fd).nlink === 0) this.close();
    this.#fd ??= openSync(this.file, "a", 0o600);
    return this.#fd;
  }
}
