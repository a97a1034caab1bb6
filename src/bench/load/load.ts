/** How calls are sent. */
export type Load =
  /** So many senders, each sending its next call when the last is answered. */
  | { readonly kind: "closed"; readonly concurrency: number }
  /** So many calls a second on average, at random moments, whether or not earlier ones are answered. */
  | { readonly kind: "open"; readonly ratePerSecond: number; readonly mostUnderWay: number };

/** When sending ends: after a time, a number of calls, or whichever comes first. */
export interface Extent {
  /** Milliseconds before measuring begins. */
  readonly warmupMs: number;
  readonly durationMs: number | null;
  /** Calls after the warm-up. */
  readonly calls: number | null;
}
