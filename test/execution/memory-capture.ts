import {
  type Capture,
  type Captured,
  type CapturedStream,
  STREAMS,
  type StreamName,
} from "../../src/contract/index.js";

/** Keeps everything; asks for a pause as long as `full` is set. */
export class MemoryCapture implements Capture {
  bytes = 0;
  full = false;
  finished = 0;
  readonly #chunks: { readonly [stream in StreamName]: Buffer[] } = { stdout: [], stderr: [] };
  #drained: () => void = () => {};

  /** `heard` is called with each chunk. */
  constructor(private readonly heard: () => void = () => {}) {}

  write(stream: StreamName, chunk: Buffer): boolean {
    if (this.finished > 0) return true;
    this.bytes += chunk.length;
    this.#chunks[stream].push(chunk);
    this.heard();
    return !this.full;
  }

  onDrain(callback: () => void): void {
    this.#drained = callback;
  }

  drain(): void {
    this.full = false;
    this.#drained();
  }

  async finish(): Promise<Captured> {
    this.finished += 1;
    const [stdout, stderr] = STREAMS.map((stream) => summary(Buffer.concat(this.#chunks[stream])));
    return { stdout: stdout!, stderr: stderr!, outputId: null, spoolNote: null };
  }
}

function summary(head: Buffer): CapturedStream {
  const lines = head.toString("latin1").split("\n").length - (head.at(-1) === 0x0a || head.length === 0 ? 1 : 0);
  return { bytes: head.length, lines, head, tail: Buffer.alloc(0), omittedBytes: 0, omittedNewlines: 0 };
}
