import { fstatSync, writeSync } from "node:fs";
import { AppendFile } from "./append-file.js";

/** Where the lines of the log go. Nothing that goes wrong there is an error of the broker: a line is lost, no more. */
export interface LogDestination {
  write(line: string): void;
  /** Waits a moment for what a slow reader has not taken yet. */
  close(): Promise<void>;
}

/** What may wait for a reader of stderr that does not read. Far more than a pipe holds, and no burden. */
const MAX_WAITING_BYTES = 1024 * 1024;
const CLOSE_MS = 500;

/** Null = stderr. Throws AR_CONFIG_INVALID when the file cannot be opened. */
export function openLogDestination(file: string | null): LogDestination {
  if (file !== null) return fileDestination(new AppendFile(file, "log.file"));
  return isStream(2) ? streamDestination(process.stderr) : directDestination();
}

function fileDestination(file: AppendFile): LogDestination {
  return {
    write: (line) => attempt(() => file.append(line)),
    close: async () => attempt(() => file.close()),
  };
}

/** A terminal or a file takes what it is given at once. */
function directDestination(): LogDestination {
  return {
    write: (line) => attempt(() => writeSync(2, line)),
    close: async () => {},
  };
}

/** EPIPE. Without a listener it would end the process; to log it would fail again. */
const ignore = () => {};

/**
 * A pipe or socket, whose reader may be slow, gone, or never read at all, as parents do that want nothing but stdout.
 * Node writes to it at once what it takes and keeps the rest; beyond a limit lines are dropped, and that is said as
 * soon as there is room.
 */
function streamDestination(stream: NodeJS.WriteStream): LogDestination {
  let dropped = 0;
  if (!stream.listeners("error").includes(ignore)) stream.on("error", ignore);
  return {
    write(line) {
      if (stream.writableLength > MAX_WAITING_BYTES) {
        dropped += 1;
        return;
      }
      if (dropped > 0) stream.write(`${JSON.stringify({ level: "warn", msg: "log lines were dropped", dropped })}\n`);
      dropped = 0;
      stream.write(line);
    },
    close: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, CLOSE_MS);
        stream.write("", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

function isStream(fd: number): boolean {
  try {
    const found = fstatSync(fd);
    return found.isFIFO() || found.isSocket();
  } catch {
    return false;
  }
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // A full disk, a closed descriptor: the log has no place to say it.
  }
}
