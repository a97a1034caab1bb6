import { join } from "node:path";
import type { StoredOutput } from "../contract/index.js";
import { capUnits, chargeOf, enforceCap, isWritten, listFiles, type StoreCap } from "./eviction.js";
import type { OutputOrigin } from "./frames.js";
import { Ledger } from "./ledger.js";
import { OutputFolder } from "./output-folder.js";
import { isOutputId } from "./output-id.js";
import { SpoolWriter } from "./spool-writer.js";
import { openStored } from "./stored-output.js";

/** A folder of 10,000 names is read in 5 ms; outputs are mostly small, so bytes alone would let it grow far beyond. */
const DEFAULT_MAX_FILES = 10_000;
/** One run may fill half of the store, so that the outputs of the last runs are there when they are asked for. */
const LARGEST_SHARE = 0.5;
/** Pause between scans, for when a scan can free nothing because all is still being written. */
const SCAN_PAUSE_MS = 100;

export interface OutputStoreOptions {
  /** `STATE_DIR/outputs`; created (0700) when the first output is stored. */
  readonly dir: string;
  /** Bytes of all outputs together, as the disk gives them out; 0 stores nothing. */
  readonly keepBytes: number;
  readonly maxFiles?: number;
}

export interface LeftOutput {
  readonly id: string;
  /** The id of the call, where it was known. */
  readonly call: string | null;
  readonly bytes: number;
}

/** The outputs on disk, shared with every other process that uses the folder. */
export class OutputStore {
  readonly #folder: OutputFolder;
  readonly #ledger: Ledger;
  readonly #cap: StoreCap;
  #scan: Promise<void> | null = null;
  #nextScanAt = 0;

  constructor(options: OutputStoreOptions) {
    this.#folder = new OutputFolder(options.dir);
    this.#ledger = new Ledger(join(options.dir, "ledger"));
    this.#cap = { bytes: options.keepBytes, files: options.maxFiles ?? DEFAULT_MAX_FILES };
  }

  /** The most bytes that one run may store. */
  get largestRun(): number {
    return Math.floor(this.#cap.bytes * LARGEST_SHARE);
  }

  /** A writer for one run; `drained` is called when a pause that it asked for ends. */
  open(origin: OutputOrigin, drained: () => void): SpoolWriter {
    let charged = 0;
    const grew = (fileBytes: number) => {
      const charge = chargeOf(fileBytes, this.#cap);
      this.#account(charge - charged);
      charged = charge;
    };
    return new SpoolWriter(this.#folder, origin, grew, drained);
  }

  /** A stored output, also one that is still being written; null when there is none or `id` is no id. */
  read(id: string): StoredOutput | null {
    return isOutputId(id) ? openStored(this.#folder, id) : null;
  }

  /** Outputs that dead processes did not finish. They become ordinary outputs, read up to where they end. */
  async recover(): Promise<LeftOutput[]> {
    const left: LeftOutput[] = [];
    for (const { id, shelf, bytes } of await listFiles(this.#folder, ["running"])) {
      if (isWritten(this.#folder, id)) continue;
      const call = this.#folder.header(shelf, id)?.call ?? null;
      if (this.#folder.moveToFinished(id)) left.push({ id, call, bytes });
    }
    return left;
  }

  /** Resolves when the store is within its cap again and holds nothing open. It may be used after that. */
  async close(): Promise<void> {
    await this.#scan;
    if (this.#ledger.isOpen) await this.#enforce();
    this.#ledger.close();
  }

  #account(units: number): void {
    const total = units > 0 ? this.#ledger.add(units) : 0;
    if (total !== null && total <= capUnits(this.#cap)) return;
    if (performance.now() >= this.#nextScanAt) void this.#enforce();
  }

  /** Never rejects: a folder that cannot be read is met again, and reported, by the next run that stores. */
  #enforce(): Promise<void> {
    this.#scan ??= enforceCap(this.#folder, this.#ledger, this.#cap)
      .catch(() => {})
      .finally(() => {
        this.#scan = null;
        this.#nextScanAt = performance.now() + SCAN_PAUSE_MS;
      });
    return this.#scan;
  }
}

export const createOutputStore = (options: OutputStoreOptions): OutputStore => new OutputStore(options);
