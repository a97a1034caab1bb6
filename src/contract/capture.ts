import type { Captured, StreamName } from "./captured.js";

/** Takes in the output of one run, in bounded memory. No method throws or rejects. */
export interface Capture {
  /** Bytes of both streams taken so far. */
  readonly bytes: number;
  /** False asks the caller to pause reading until `onDrain` calls back. The chunk belongs to the capture from here on. */
  write(stream: StreamName, chunk: Buffer): boolean;
  onDrain(callback: () => void): void;
  /** Everything taken so far is stored when this resolves; later writes are dropped. */
  finish(): Promise<Captured>;
}

export type OutputPiece =
  | { readonly kind: "bytes"; readonly stream: StreamName; readonly data: Buffer }
  /** Bytes that were above the cap of one run and are gone. */
  | { readonly kind: "gap"; readonly stream: StreamName; readonly bytes: number; readonly newlines: number };

/** The raw output of a run as stored, read back in order of arrival. Works while the run still writes. */
export interface StoredOutput {
  readonly id: string;
  /** What its tool declares; "auto" when nothing. */
  readonly encoding: string;
  pieces(): AsyncIterable<OutputPiece>;
}
