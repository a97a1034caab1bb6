import { closeSync, constants, openSync, readSync } from "node:fs";

/** The first bytes of a file, fewer when it is shorter; null when it cannot be read. */
export function readHeader(file: string, bytes: number): Buffer | null {
  try {
    // Opening a FIFO would otherwise wait for its writer.
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const header = Buffer.alloc(bytes);
      return header.subarray(0, readSync(descriptor, header, 0, bytes, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}
