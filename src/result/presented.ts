import type { Counts, KeyLine, OutputInfo } from "../contract/index.js";

/** What the model sees of one run's output. */
export interface Presented {
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly output: OutputInfo;
  readonly keyLines: readonly KeyLine[];
  readonly counts: Counts | null;
  /** Why not everything that was stored could be looked at; null when it was. */
  readonly note: string | null;
}

export interface PresentOptions {
  readonly encoding: string;
  /** Tokens for both streams together. */
  readonly budget: number;
  readonly failed: boolean;
}
