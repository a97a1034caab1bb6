import { readSync, write } from "node:fs";

const CHUNK_BYTES = 64 * 1024;

/**
 * All of standard input, or as much as shows that it is above `limit` bytes. Read in place, as Node's own stream takes
 * milliseconds to set up and a read on libuv's threads would keep the process from ending. Nothing runs yet, so there
 * is nothing to be late for; a signal meanwhile ends the process as it would any reader.
 */
export async function readStdin(limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  while (bytes <= limit) {
    const chunk = readChunk();
    if (chunk === "would_block") {
      for await (const late of process.stdin as AsyncIterable<Buffer>) {
        chunks.push(late);
        bytes += late.length;
        if (bytes > limit) break;
      }
      break;
    }
    if (chunk.length === 0) break;
    chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function readChunk(): Buffer | "would_block" {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  try {
    return buffer.subarray(0, readSync(0, buffer));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A pipe that somebody else made non-blocking: the stream waits for it.
    if (code === "EAGAIN") return "would_block";
    // Input that was closed, a terminal that hung up, or end of input as Windows reports it.
    if (code === "EOF" || code === "EIO" || code === "EBADF") return buffer.subarray(0, 0);
    throw error;
  }
}

/** Writes whole pieces in order; never blocks the event loop, so deadlines hold while a reader is slow. */
export interface Writer {
  /** Resolves when the piece is with the operating system; rejects when the reader is gone. */
  write(piece: string | Buffer): Promise<void>;
  /** Resolves when no piece is left to write, or can be. */
  written(): Promise<void>;
  /** Length of the pieces not yet written, in characters or bytes. */
  readonly pending: number;
}

/** A writer to standard output (1) or standard error (2). */
export function createWriter(fd: 1 | 2): Writer {
  let last: Promise<void> = Promise.resolve();
  let pending = 0;
  return {
    get pending() {
      return pending;
    },
    written: () => last,
    write(piece) {
      pending += piece.length;
      const done = last.then(() => writeAll(fd, typeof piece === "string" ? Buffer.from(piece) : piece));
      last = done.catch(() => {});
      return done.finally(() => {
        pending -= piece.length;
      });
    },
  };
}

async function writeAll(fd: 1 | 2, data: Buffer): Promise<void> {
  let rest = data;
  while (rest.length > 0) {
    const written = await writeSome(fd, rest);
    if (written === "would_block") return writeToStream(fd, rest);
    rest = rest.subarray(written);
  }
}

function writeSome(fd: 1 | 2, data: Buffer): Promise<number | "would_block"> {
  return new Promise((resolve, reject) => {
    write(fd, data, (error, count) => {
      if (error === null) resolve(count);
      else if (error.code === "EAGAIN") resolve("would_block");
      else reject(error);
    });
  });
}

function writeToStream(fd: 1 | 2, data: Buffer): Promise<void> {
  const stream = fd === 1 ? process.stdout : process.stderr;
  return new Promise((resolve, reject) => {
    // The error reaches the callback; without a listener it would also end the process.
    if (stream.listenerCount("error") === 0) stream.on("error", () => {});
    stream.write(data, (error) => (error ? reject(error) : resolve()));
  });
}
