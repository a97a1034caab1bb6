export type StreamName = "stdout" | "stderr";
export const STREAMS: readonly StreamName[] = ["stdout", "stderr"];

/**
 * What is kept in memory of one stream. `head` and `tail` are raw bytes; when nothing was left out,
 * `tail` is empty and `head` is the whole stream.
 */
export interface CapturedStream {
  readonly bytes: number;
  /** Line feeds seen, plus one for a last line without one. */
  readonly lines: number;
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Bytes between head and tail. */
  readonly omittedBytes: number;
  /** Line feeds between head and tail. */
  readonly omittedNewlines: number;
}

export interface Captured {
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
  /** Names the stored output; null when nothing was printed or nothing could be stored. */
  readonly outputId: string | null;
  /** Why the whole output is not stored, for the Result's `note`; null when it is. */
  readonly spoolNote: string | null;
}
