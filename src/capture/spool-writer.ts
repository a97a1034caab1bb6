import { close, closeSync, writeSync, write as writeToFile } from "node:fs";
import { promisify } from "node:util";
import type { StreamName } from "../contract/index.js";
import { encodeHeader, FrameBuffer, type OutputOrigin } from "./frames.js";
import type { OutputFolder } from "./output-folder.js";
import { newOutputId } from "./output-id.js";
import { ownIdentity } from "./process-identity.js";

const writeAsync = promisify(writeToFile);
const closeAsync = promisify(close);

/** From here on data goes to disk at once. Less is written when the run ends, as one file in one call. */
const FLUSH_BYTES = 64 * 1024;
/** Data of a run that still goes on is readable by others after this long. */
const FLUSH_MS = 100;
/** More than this waiting for the disk asks the caller to pause. As much again may be in flight. */
const PAUSE_BYTES = 128 * 1024;

/** What became of the stored output: its id, or why there is none. Both null when nothing was written. */
export interface SpoolEnd {
  readonly id: string | null;
  readonly failure: string | null;
}

/**
 * Writes the output of one run to disk, in order of arrival. A small output costs one synchronous create and write
 * when it ends (19 µs against 147 µs through libuv's threads); a large one is written by those threads while it comes,
 * so that a slow disk holds up its run and nothing else. No method throws or rejects: after an error the file is
 * removed, since a full disk is nobody's friend, and the rest is ignored.
 */
export class SpoolWriter {
  readonly #id = newOutputId();
  #waiting = new FrameBuffer();
  #spare = new FrameBuffer();
  #fd: number | null = null;
  #writing = false;
  /** Resolves when the last write to the running file is over; never rejects. */
  #written: Promise<void> = Promise.resolve();
  /** Resolves when the file is gone that an error left. */
  #removed: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #failure: string | null = null;
  #fileBytes = 0;
  #paused = false;

  /** `grew` is told the file's size whenever it grew; `drained` is called when a pause that `write` asked for ends. */
  constructor(
    private readonly folder: OutputFolder,
    private readonly origin: OutputOrigin,
    private readonly grew: (fileBytes: number) => void,
    private readonly drained: () => void,
  ) {}

  /** False: pause until `drained` is called. Takes a copy of the chunk. */
  write(stream: StreamName, chunk: Buffer): boolean {
    if (this.#failure !== null || chunk.length === 0) return true;
    this.#waiting.data(stream, chunk);
    if (this.#waiting.length >= FLUSH_BYTES) void this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS).unref();
    this.#paused = this.#failure === null && this.#waiting.length >= PAUSE_BYTES;
    return !this.#paused;
  }

  /** Says that bytes of a stream are left out here. */
  gap(stream: StreamName, bytes: number, newlines: number): void {
    this.#waiting.gap(stream, bytes, newlines);
  }

  /** Writes what is left and closes the file. */
  async finish(): Promise<SpoolEnd> {
    await this.#written;
    if (this.#failure === null) {
      if (this.#fd !== null) await this.#finishRunning(this.#fd);
      else if (this.#waiting.length > 0) this.#writeWhole();
    }
    this.#stopTimer();
    await this.#removed;
    return { id: this.#fileBytes > 0 && this.#failure === null ? this.#id : null, failure: this.#failure };
  }

  #writeWhole(): void {
    try {
      this.#waiting.end();
      const content = Buffer.concat([this.#header(), this.#waiting.bytes()]);
      const fd = this.folder.create("finished", this.#id);
      this.#fd = fd;
      for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
      this.#fd = null;
      closeSync(fd);
      this.#grown(content.length);
    } catch (error) {
      this.#fail(error, "finished");
    }
  }

  async #finishRunning(fd: number): Promise<void> {
    this.#waiting.end();
    await this.#flush();
    if (this.#failure !== null) return;
    try {
      this.#fd = null;
      await closeAsync(fd);
      if (!this.folder.moveToFinished(this.#id)) this.#failure = "its file was removed meanwhile";
    } catch (error) {
      this.#fail(error, "running");
    }
  }

  #flush(): Promise<void> {
    if (!this.#writing) {
      this.#writing = true;
      this.#written = this.#writeWaiting();
    }
    return this.#written;
  }

  /** Writes until nothing waits. Two buffers in turn: one fills while the other is written. */
  async #writeWaiting(): Promise<void> {
    try {
      this.#fd ??= this.#createRunning();
      while (this.#waiting.length > 0) {
        const full = this.#waiting;
        this.#waiting = this.#spare;
        this.#spare = full;
        this.#stopTimer();
        this.#unpause();
        const content = full.bytes();
        for (let at = 0; at < content.length; ) {
          at += (await writeAsync(this.#fd, content, at, content.length - at)).bytesWritten;
        }
        full.clear();
        this.#grown(content.length);
      }
    } catch (error) {
      this.#fail(error, "running");
    } finally {
      // In the same step in which nothing was found waiting, so that no write falls between.
      this.#writing = false;
    }
  }

  /** The header is there as soon as the file is: it tells others that a live process writes it. */
  #createRunning(): number {
    const fd = this.folder.create("running", this.#id);
    this.#fd = fd;
    this.#grown(writeSync(fd, this.#header()));
    return fd;
  }

  #header(): Buffer {
    return encodeHeader({ writer: ownIdentity(), ...this.origin });
  }

  #grown(bytes: number): void {
    this.#fileBytes += bytes;
    this.grew(this.#fileBytes);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #unpause(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.drained();
  }

  #fail(error: unknown, shelf: "finished" | "running"): void {
    this.#failure = error instanceof Error ? error.message : String(error);
    // It would make the file again.
    this.#stopTimer();
    if (this.#fd !== null) {
      close(this.#fd, () => {});
      this.#removed = this.folder.remove(shelf, this.#id);
    }
    this.#fd = null;
    this.#waiting = new FrameBuffer();
    this.#spare = new FrameBuffer();
    this.#unpause();
  }
}
