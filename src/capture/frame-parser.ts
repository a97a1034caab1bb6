import { type OutputPiece, STREAMS, type StreamName } from "../contract/index.js";
import {
  DATA_TYPE,
  END_TYPE,
  type FileHeader,
  FRAME_HEAD_BYTES,
  GAP_PAYLOAD_BYTES,
  GAP_TYPE,
  MAX_HEADER_BYTES,
} from "./frames.js";
import { parseIdentity } from "./process-identity.js";

const EMPTY: Buffer = Buffer.alloc(0);

/** What was read of a part whose length is known before its content. */
interface FixedPart {
  readonly bytes: number;
  readonly piece: OutputPiece | null;
}

type State =
  | { readonly kind: "header" }
  | { readonly kind: "frame_head" }
  | { readonly kind: "data"; readonly stream: StreamName; readonly left: number }
  | { readonly kind: "gap"; readonly stream: StreamName }
  /** The end frame was read, or bytes that no writer of this format wrote. */
  | { readonly kind: "over" };

/**
 * Parses a stored output, block by block, however it is cut. A file that ends in the middle of a frame gives what is
 * there; bytes that make no sense (a disk that lost power) end it. Never throws.
 */
export class FrameParser {
  #state: State = { kind: "header" };
  /** Bytes of a header or frame head that is not complete yet; bounded by MAX_HEADER_BYTES. */
  #partial: Buffer = EMPTY;

  /** True when nothing that follows can matter. */
  get over(): boolean {
    return this.#state.kind === "over";
  }

  /** The pieces in `block`; their data is part of it, so it must not be used again. */
  *push(block: Buffer): Generator<OutputPiece> {
    let rest = block;
    while (rest.length > 0 && this.#state.kind !== "over") {
      if (this.#state.kind === "data") {
        const { stream, left } = this.#state;
        const data = rest.subarray(0, left);
        rest = rest.subarray(data.length);
        this.#state =
          data.length === left ? { kind: "frame_head" } : { kind: "data", stream, left: left - data.length };
        yield { kind: "bytes", stream, data };
        continue;
      }
      const joined = this.#partial.length === 0 ? rest : Buffer.concat([this.#partial, rest]);
      const part = this.#fixedPart(joined);
      this.#partial = part === null ? joined : EMPTY;
      if (part === null) return;
      if (part.piece !== null) yield part.piece;
      rest = joined.subarray(part.bytes);
    }
  }

  /** Reads a header, a frame head or a gap at the start of `bytes`; null when it is not all there. */
  #fixedPart(bytes: Buffer): FixedPart | null {
    switch (this.#state.kind) {
      case "header": {
        const lineFeed = bytes.subarray(0, MAX_HEADER_BYTES).indexOf(10);
        if (lineFeed < 0 && bytes.length < MAX_HEADER_BYTES) return null;
        this.#state = parseHeader(bytes.subarray(0, lineFeed)) === null ? { kind: "over" } : { kind: "frame_head" };
        return { bytes: lineFeed + 1, piece: null };
      }
      case "gap": {
        if (bytes.length < GAP_PAYLOAD_BYTES) return null;
        const { stream } = this.#state;
        this.#state = { kind: "frame_head" };
        const omitted = { bytes: Number(bytes.readBigUInt64LE(0)), newlines: Number(bytes.readBigUInt64LE(8)) };
        return { bytes: GAP_PAYLOAD_BYTES, piece: { kind: "gap", stream, ...omitted } };
      }
      default:
        if (bytes.length < FRAME_HEAD_BYTES) return null;
        this.#state = afterHead(bytes[0]!, bytes.readUInt32LE(1));
        return { bytes: FRAME_HEAD_BYTES, piece: null };
    }
  }
}

function afterHead(type: number, length: number): State {
  if (type === END_TYPE) return { kind: "over" };
  for (const stream of STREAMS) {
    if (type === DATA_TYPE[stream])
      return length === 0 ? { kind: "frame_head" } : { kind: "data", stream, left: length };
    if (type === GAP_TYPE[stream] && length === GAP_PAYLOAD_BYTES) return { kind: "gap", stream };
  }
  return { kind: "over" };
}

/** Reads the first line of a stored output, without its line feed; null when it is none. */
export function parseHeader(line: Buffer): FileHeader | null {
  try {
    const header = JSON.parse(line.toString("utf8"));
    const writer = parseIdentity(header);
    if (writer === null || header.format !== "agent-reach-output" || header.version !== 1) return null;
    const { call, encoding } = header;
    return {
      writer,
      call: typeof call === "string" ? call : null,
      encoding: typeof encoding === "string" ? encoding : "auto",
    };
  } catch {
    return null;
  }
}
