import {
  closeSync,
  constants,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { BrokerError, fault } from "../errors/index.js";
import { makeFolder } from "../make-folder.js";

const fdatasyncAsync = promisify(fdatasync);

// O_NONBLOCK: opening a pipe that nobody reads would wait for ever.
const FLAGS =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);
/** How often to look whether the file was moved away, as log rotation does. */
const LOOK_MS = 1000;
const LINE_FEED = 10;

interface OpenFile {
  readonly fd: number;
  /** Syncs in flight; a descriptor is not closed under them. */
  syncs: number;
}

/**
 * A file that lines are appended to, shared with other processes: each line goes out whole, by one write at the end of
 * the file. Created 0600, with its folder. What a crash cut off in the middle of a line is ended before the next one.
 */
export class AppendFile {
  #open: OpenFile;
  #atLineStart: boolean;
  #nextLook = 0;

  /** Throws AR_CONFIG_INVALID, naming `key`, when the file cannot be opened or is no place for lines. */
  constructor(
    readonly path: string,
    key: string,
  ) {
    try {
      this.#open = openFile(path);
    } catch (error) {
      throw unusable(path, key, reasonOf(error as NodeJS.ErrnoException));
    }
    const found = fstatSync(this.#open.fd);
    if (!found.isFile() && !found.isCharacterDevice()) {
      closeSync(this.#open.fd);
      throw unusable(path, key, "it is no regular file");
    }
    this.#atLineStart = endsLine(path);
  }

  /** Throws what `fs` throws; also when the disk took only a part. */
  append(line: string): void {
    this.#followMove();
    const text = this.#atLineStart ? line : `\n${line}`;
    const written = writeSync(this.#open.fd, text);
    const whole = written === Buffer.byteLength(text);
    this.#atLineStart = whole || Buffer.from(text)[written - 1] === LINE_FEED;
    if (!whole) throw Object.assign(new Error("ENOSPC: no space left for a whole line"), { code: "ENOSPC" });
  }

  /** Resolves when everything appended before is on the disk. */
  async sync(): Promise<void> {
    const file = this.#open;
    file.syncs += 1;
    try {
      await fdatasyncAsync(file.fd);
    } catch (error) {
      // A device such as /dev/null has nothing to sync.
      if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
    } finally {
      file.syncs -= 1;
      if (file.syncs === 0 && file !== this.#open) closeSync(file.fd);
    }
  }

  /** Call it when no `sync` is in flight. */
  close(): void {
    closeSync(this.#open.fd);
  }

  /** After a rotation the path is free or has a new file: goes on there, once a second at most. */
  #followMove(): void {
    const now = performance.now();
    if (now < this.#nextLook) return;
    const old = this.#open;
    const [own, there] = [fstatSync(old.fd), statSync(this.path, { throwIfNoEntry: false })];
    const moved = there === undefined || there.ino !== own.ino || there.dev !== own.dev;
    if (moved) this.#reopen(old);
    this.#nextLook = now + LOOK_MS;
  }

  #reopen(old: OpenFile): void {
    this.#open = openFile(this.path);
    // Lines whose sync has not begun stand in the old file.
    fdatasyncSync(old.fd);
    if (old.syncs === 0) closeSync(old.fd);
    this.#atLineStart = endsLine(this.path);
  }
}

function openFile(path: string): OpenFile {
  makeFolder(dirname(path), 0o700);
  return { fd: openSync(path, FLAGS, 0o600), syncs: 0 };
}

/** Whether the next byte begins a line. What cannot be read (a device, a file of mode 0200) is taken to be in order. */
function endsLine(path: string): boolean {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const { size } = fstatSync(fd);
    const last = Buffer.alloc(1);
    return size === 0 || readSync(fd, last, 0, 1, size - 1) === 0 || last[0] === LINE_FEED;
  } catch {
    return true;
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOTDIR":
    case "EEXIST":
      return "something above it is no folder";
    case "ENOENT":
      return "no folder can be made for it";
    case "EISDIR":
      return "it is a folder";
    case "EACCES":
    case "EPERM":
      return "this user may not write there";
    case "EROFS":
      return "its file system is read-only";
    default:
      return message;
  }
}

function unusable(path: string, key: string, why: string): BrokerError {
  return new BrokerError(
    fault("AR_CONFIG_INVALID", `The file ${path} of ${key} cannot be written: ${why}.`, {
      hint: `Name a file in a folder that this user may write to, or leave ${key} out.`,
    }),
  );
}
