import { closeSync, constants, lstatSync, openSync, readSync, renameSync } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../make-folder.js";
import { parseHeader } from "./frame-parser.js";
import { type FileHeader, MAX_HEADER_BYTES } from "./frames.js";

/** Outputs that are still being written stand apart, so that what a dead broker left is found at once. */
export type Shelf = "finished" | "running";

// Windows has no O_NOFOLLOW.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
const READ = constants.O_RDONLY | NO_FOLLOW;

export interface FoundFile {
  readonly shelf: Shelf;
  readonly bytes: number;
}

/** The files of an output store: `DIR/ID` when finished, `DIR/running/ID` before. Every method may throw what `fs` throws. */
export class OutputFolder {
  constructor(readonly path: string) {}

  shelf(shelf: Shelf): string {
    return shelf === "finished" ? this.path : join(this.path, "running");
  }

  file(shelf: Shelf, id: string): string {
    return join(this.shelf(shelf), id);
  }

  /** Creates the file for writing, and the folders when they are missing (again). Gives the descriptor. */
  create(shelf: Shelf, id: string): number {
    try {
      return openSync(this.file(shelf, id), CREATE, 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      this.#makeFolders();
      return openSync(this.file(shelf, id), CREATE, 0o600);
    }
  }

  /** Opens the file for reading, on whichever shelf it is; null when it is on none. */
  async open(id: string): Promise<FileHandle | null> {
    // Once more at the end: it may have moved between the first two looks.
    for (const shelf of ["finished", "running", "finished"] as const) {
      const handle = await open(this.file(shelf, id), READ).catch(() => null);
      if (handle !== null) return handle;
    }
    return null;
  }

  /** Where the output is, with its size; null when it is nowhere. */
  find(id: string): FoundFile | null {
    for (const shelf of ["finished", "running", "finished"] as const) {
      const found = lstatSync(this.file(shelf, id), { throwIfNoEntry: false });
      if (found?.isFile()) return { shelf, bytes: found.size };
    }
    return null;
  }

  /** For an output that is complete, or whose writer is dead. False when it is gone. */
  moveToFinished(id: string): boolean {
    try {
      renameSync(this.file("running", id), this.file("finished", id));
      return true;
    } catch {
      // A broker that cannot see its writer (another container) took it for dead and moved it already.
      return this.find(id)?.shelf === "finished";
    }
  }

  /** False when the file is still there after it. */
  remove(shelf: Shelf, id: string): Promise<boolean> {
    return unlink(this.file(shelf, id)).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === "ENOENT",
    );
  }

  /** Who wrote the output; null when the file is gone, is no plain file or has no header. */
  header(shelf: Shelf, id: string): FileHeader | null {
    let fd: number | null = null;
    try {
      if (!lstatSync(this.file(shelf, id)).isFile()) return null;
      fd = openSync(this.file(shelf, id), READ);
      const start = Buffer.alloc(MAX_HEADER_BYTES);
      const bytes = start.subarray(0, readSync(fd, start, 0, start.length, 0));
      return parseHeader(bytes.subarray(0, bytes.indexOf(10)));
    } catch {
      return null;
    } finally {
      if (fd !== null) closeSync(fd);
    }
  }

  /** Private folders. One that was put there by somebody else, or leads elsewhere, is refused. */
  #makeFolders(): void {
    for (const shelf of ["finished", "running"] as const) {
      const folder = this.shelf(shelf);
      makeFolder(folder, 0o700);
      const found = lstatSync(folder);
      if (!found.isDirectory()) throw new Error(`${folder} is not a folder`);
      const uid = process.geteuid?.();
      if (uid !== undefined && found.uid !== uid) throw new Error(`${folder} belongs to another user`);
    }
  }
}
