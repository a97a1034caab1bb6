import type { AuditRecord, AuditSink, Settings } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import { jsonLine } from "../json-line.js";
import { AppendFile } from "./append-file.js";

/** `sync = "interval"`: the most that a loss of power (no crash of ours) can take. */
const INTERVAL_MS = 1000;

/**
 * The audit file (contract, section 8). `write` rejects with a BrokerError when the line is not as safe as asked: what
 * cannot be recorded must not be done. Throws one at once when the file cannot be opened.
 */
export function createAudit(settings: Settings["audit"]): AuditSink {
  return settings.file === null ? NO_AUDIT : new AuditFile(settings.file, settings.sync);
}

const NO_AUDIT: AuditSink = { write: async () => {}, close: async () => {} };

class AuditFile implements AuditSink {
  readonly #file: AppendFile;
  #closing: Promise<void> | null = null;
  /** The sync asked for last; the next one waits for it. */
  #lastSync: Promise<void> = Promise.resolve();
  /** One that has not begun: it will cover every line written until it does. */
  #nextSync: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Why a sync that nobody waited for failed; the next write says it. */
  #lateError: unknown = null;

  constructor(
    path: string,
    private readonly sync: Settings["audit"]["sync"],
  ) {
    this.#file = new AppendFile(path, "audit.file");
  }

  async write(record: AuditRecord): Promise<void> {
    if (this.#closing !== null) throw this.#fault(new Error("the broker is shut down"));
    try {
      if (this.#lateError !== null) throw this.#lateError;
      // A direct write: once it returns, the line survives whatever happens to this process.
      this.#file.append(jsonLine(record));
      if (this.sync === "always") await this.#syncShared();
      else if (this.sync === "interval") this.#timer ??= setTimeout(() => this.#syncLate(), INTERVAL_MS).unref();
    } catch (error) {
      this.#lateError = null;
      throw this.#fault(error);
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** All lines written while a sync runs share the next one. */
  #syncShared(): Promise<void> {
    this.#nextSync ??= this.#lastSync
      .catch(() => {})
      .then(() => {
        this.#lastSync = this.#nextSync!;
        this.#nextSync = null;
        return this.#file.sync();
      });
    return this.#nextSync;
  }

  async #syncLate(): Promise<void> {
    this.#timer = null;
    try {
      await this.#syncShared();
    } catch (error) {
      this.#lateError = error;
    }
  }

  async #close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    try {
      if (this.sync !== "never") await this.#syncShared();
      if (this.#lateError !== null) throw this.#lateError;
    } catch (error) {
      throw this.#fault(error);
    } finally {
      this.#file.close();
    }
  }

  #fault(error: unknown): BrokerError {
    const { code, message } = error as NodeJS.ErrnoException;
    const full = code === "ENOSPC" || code === "EDQUOT";
    return new BrokerError(
      fault(full ? "AR_DISK_FULL" : "AR_INTERNAL", `The audit file ${this.#file.path} cannot be written: ${message}.`, {
        hint: full
          ? "Free space on that disk, or let [audit] file name another one."
          : "Make the file writable, or let [audit] file name another one.",
      }),
    );
  }
}
