import type { StreamName } from "../contract/index.js";
import type { ProcessIdentity } from "./process-identity.js";

/*
 * A stored output is a line of JSON that says who wrote it, then frames in order of arrival:
 * one byte of type, four bytes of payload length (little endian), the payload.
 */

export const FRAME_HEAD_BYTES = 5;
/** Bytes left out and line feeds among them, each an unsigned 64-bit number. */
export const GAP_PAYLOAD_BYTES = 16;
/** The longest header line a reader accepts. */
export const MAX_HEADER_BYTES = 1024;
const MAX_CALL_ID_CHARACTERS = 100;
const MAX_DATA_BYTES = 2 ** 30;

const letter = (text: string) => text.charCodeAt(0);
export const DATA_TYPE: { readonly [stream in StreamName]: number } = { stdout: letter("o"), stderr: letter("e") };
export const GAP_TYPE: { readonly [stream in StreamName]: number } = { stdout: letter("O"), stderr: letter("E") };
/** The last frame of an output whose run was captured to its end; no payload. */
export const END_TYPE = letter(".");
export const END_FRAME = Buffer.from([END_TYPE, 0, 0, 0, 0]);

export interface FileHeader {
  readonly writer: ProcessIdentity;
  /** The id of the call, cut when long; null when it was not given. */
  readonly call: string | null;
  /** What the tool declares; "auto" when nothing. */
  readonly encoding: string;
}

/** What a stored output is of. */
export type OutputOrigin = Omit<FileHeader, "writer">;

export function encodeHeader({ writer, call, encoding }: FileHeader): Buffer {
  const shortCall = call?.slice(0, MAX_CALL_ID_CHARACTERS) ?? null;
  const header = { format: "agent-reach-output", version: 1, ...writer, call: shortCall, encoding };
  return Buffer.from(`${JSON.stringify(header)}\n`);
}

/** Frames that wait to be written, as one block of bytes. Grows with the data. */
export class FrameBuffer {
  #store: Buffer = Buffer.alloc(0);
  #length = 0;
  /** Where the last frame begins, when data of its stream may be added to it. */
  #open: { readonly stream: StreamName; readonly at: number } | null = null;

  get length(): number {
    return this.#length;
  }

  /** What was added, until `clear`. */
  bytes(): Buffer {
    return this.#store.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
    this.#open = null;
  }

  /** Bytes that are no frame. */
  raw(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#store, this.#length);
    this.#length += bytes.length;
    this.#open = null;
  }

  /** Data; goes into the frame before when that is of the same stream, so that a thousand tiny writes are one frame. */
  data(stream: StreamName, chunk: Buffer): void {
    for (let from = 0; from < chunk.length; from += MAX_DATA_BYTES) {
      this.#append(stream, chunk.subarray(from, from + MAX_DATA_BYTES));
    }
  }

  gap(stream: StreamName, bytes: number, newlines: number): void {
    const payload = Buffer.alloc(GAP_PAYLOAD_BYTES);
    payload.writeBigUInt64LE(BigInt(bytes), 0);
    payload.writeBigUInt64LE(BigInt(newlines), 8);
    this.#head(GAP_TYPE[stream], payload.length);
    this.raw(payload);
  }

  end(): void {
    this.raw(END_FRAME);
  }

  #append(stream: StreamName, chunk: Buffer): void {
    this.#reserve(FRAME_HEAD_BYTES + chunk.length);
    const longer =
      this.#open?.stream === stream ? this.#length - this.#open.at - FRAME_HEAD_BYTES + chunk.length : null;
    if (this.#open !== null && longer !== null && longer <= MAX_DATA_BYTES) {
      this.#store.writeUInt32LE(longer, this.#open.at + 1);
    } else {
      this.#open = { stream, at: this.#length };
      this.#head(DATA_TYPE[stream], chunk.length);
    }
    chunk.copy(this.#store, this.#length);
    this.#length += chunk.length;
  }

  #head(type: number, payloadBytes: number): void {
    this.#reserve(FRAME_HEAD_BYTES);
    this.#store[this.#length] = type;
    this.#store.writeUInt32LE(payloadBytes, this.#length + 1);
    this.#length += FRAME_HEAD_BYTES;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#store.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#store.length));
    this.#store.copy(grown, 0, 0, this.#length);
    this.#store = grown;
  }
}
