import type { CapturedStream } from "../contract/index.js";
import { countNewlines } from "../newlines.js";
import { ByteRing } from "./byte-ring.js";

export interface WindowSize {
  readonly headBytes: number;
  readonly tailBytes: number;
}

const LINE_FEED = 10;
const EMPTY = Buffer.alloc(0);

/** What stays in memory of one stream: its first bytes, its last bytes, and exact counts of the rest. */
export class StreamWindow {
  #bytes = 0;
  #newlines = 0;
  #lastByte = LINE_FEED;
  readonly #head: ByteRing;
  readonly #tail: ByteRing;

  constructor(size: WindowSize) {
    this.#head = new ByteRing(size.headBytes);
    this.#tail = new ByteRing(size.tailBytes);
  }

  /** Takes the next bytes (at least one); gives the line feeds in them. */
  take(chunk: Buffer): number {
    const newlines = countNewlines(chunk);
    this.#bytes += chunk.length;
    this.#newlines += newlines;
    this.#lastByte = chunk[chunk.length - 1]!;
    const room = this.#head.limit - this.#head.length;
    if (room === 0) {
      this.#tail.append(chunk);
    } else {
      this.#head.append(chunk.subarray(0, room));
      this.#tail.append(chunk.subarray(room));
    }
    return newlines;
  }

  /** The last `wanted` bytes of the stream, or as many of them as are still held without a hole. */
  suffix(wanted: number): Buffer {
    const { head, tail, omittedBytes } = this.summary();
    const held = omittedBytes > 0 ? tail : head;
    return held.subarray(Math.max(0, held.length - wanted));
  }

  summary(): CapturedStream {
    const head = this.#head.toBuffer();
    const tail = this.#tail.toBuffer();
    const omittedBytes = this.#bytes - head.length - tail.length;
    const bytes = this.#bytes;
    const lines = this.#newlines + (this.#lastByte === LINE_FEED ? 0 : 1);
    if (omittedBytes === 0) {
      const whole = tail.length === 0 ? head : Buffer.concat([head, tail]);
      return { bytes, lines, head: whole, tail: EMPTY, omittedBytes, omittedNewlines: 0 };
    }
    const omittedNewlines = this.#newlines - countNewlines(head) - countNewlines(tail);
    return { bytes, lines, head, tail, omittedBytes, omittedNewlines };
  }
}
