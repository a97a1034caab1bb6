import { type Capture, type Captured, STREAMS, type StreamName } from "../contract/index.js";
import { countNewlines } from "../newlines.js";
import type { OutputStore } from "./output-store.js";
import type { SpoolWriter } from "./spool-writer.js";
import { StreamWindow, type WindowSize } from "./stream-window.js";

/**
 * Many times what a model is shown of one call, so that the choice of lines has something to choose from, and little
 * enough that 48 floods at once stay within 24 MiB (a second stream is rarely as long).
 */
export const DEFAULT_WINDOW: WindowSize = { headBytes: 256 * 1024, tailBytes: 256 * 1024 };

export interface CaptureOptions {
  /** The id of the call, kept with the stored output. */
  readonly id?: string;
  /** What the tool declares, kept likewise; "auto" when absent. */
  readonly encoding?: string;
  /** Null: nothing is stored. */
  readonly store: OutputStore | null;
  /** Bytes stored of this run, both streams together, apart from their ends. */
  readonly spoolBytes: number;
  /** Bytes of each stream kept in memory; `DEFAULT_WINDOW` when absent. */
  readonly memory?: WindowSize;
}

/** A capture for one run. */
export const createCapture = (options: CaptureOptions): Capture => new RunCapture(options);

class RunCapture implements Capture {
  #bytes = 0;
  readonly #windows: { readonly [stream in StreamName]: StreamWindow };
  /** Bytes to store; 0 = nothing is stored. */
  readonly #spoolBytes: number;
  /** Null before the first byte. */
  #spool: SpoolWriter | null = null;
  #drained: () => void = () => {};
  #spooled = 0;
  /** What came after the spool was full. */
  readonly #unspooled = { stdout: { bytes: 0, newlines: 0 }, stderr: { bytes: 0, newlines: 0 } };
  #finished: Promise<Captured> | null = null;

  constructor(private readonly options: CaptureOptions) {
    const { store, memory = DEFAULT_WINDOW } = options;
    this.#windows = { stdout: new StreamWindow(memory), stderr: new StreamWindow(memory) };
    this.#spoolBytes = Math.min(options.spoolBytes, store?.largestRun ?? 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(stream: StreamName, chunk: Buffer): boolean {
    if (this.#finished !== null || chunk.length === 0) return true;
    this.#bytes += chunk.length;
    const newlines = this.#windows[stream].take(chunk);
    return this.#spoolBytes === 0 || this.#store(stream, chunk, newlines);
  }

  onDrain(callback: () => void): void {
    this.#drained = callback;
  }

  finish(): Promise<Captured> {
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  #store(stream: StreamName, chunk: Buffer, newlines: number): boolean {
    const { store, id = null, encoding = "auto" } = this.options;
    this.#spool ??= store!.open({ call: id, encoding }, () => this.#drained());
    const stored = chunk.subarray(0, this.#spoolBytes - this.#spooled);
    this.#spooled += stored.length;
    if (stored.length < chunk.length) {
      const after = this.#unspooled[stream];
      after.bytes += chunk.length - stored.length;
      after.newlines += newlines - countNewlines(stored);
    }
    return this.#spool.write(stream, stored);
  }

  async #finish(): Promise<Captured> {
    const gap = this.#spool === null ? 0 : this.#storeEnds(this.#spool);
    const { id, failure } = (await this.#spool?.finish()) ?? { id: null, failure: null };
    return {
      stdout: this.#windows.stdout.summary(),
      stderr: this.#windows.stderr.summary(),
      outputId: id,
      spoolNote: this.#note(failure, gap),
    };
  }

  /** A run that printed more than is stored gets its end stored nevertheless; gives the bytes left out before it. */
  #storeEnds(spool: SpoolWriter): number {
    let leftOut = 0;
    for (const stream of STREAMS) {
      const { bytes, newlines } = this.#unspooled[stream];
      const end = this.#windows[stream].suffix(bytes);
      const gap = bytes - end.length;
      if (gap > 0) spool.gap(stream, gap, newlines - countNewlines(end));
      spool.write(stream, end);
      leftOut += gap;
    }
    return leftOut;
  }

  #note(failure: string | null, gap: number): string | null {
    if (failure !== null) return `The whole output is not stored: ${failure}`;
    if (gap === 0) return null;
    return `${gap} bytes of output before its end are not stored: one run may store ${this.#spoolBytes} bytes.`;
  }
}
