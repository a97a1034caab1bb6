import type { Clock } from "../contract/index.js";

/** What the rate says of one more call. */
export type RateVerdict =
  | { readonly kind: "within" }
  | { readonly kind: "exceeded"; readonly callsPerMinute: number; readonly retryAfterMs: number };

interface Bucket {
  tokens: number;
  /** When `tokens` was worked out, on the injected clock. */
  at: number;
}

/** Buckets kept; the caller that has been quiet longest is forgotten first, and then starts with a full one. */
const MOST_CALLERS = 10_000;

/** One token, less what many small additions may round away. */
const WHOLE = 1 - 1e-6;

const WITHIN: RateVerdict = { kind: "within" };

/**
 * A token bucket for each caller: it holds the calls of one minute, so that many may be made at once, and fills evenly.
 * Calls without a caller share one. Bounded memory, constant time.
 */
export class RateLimiter {
  /** In order of last use. */
  private readonly buckets = new Map<string, Bucket>();

  /** @param callsPerMinute null = no limit */
  constructor(
    private readonly callsPerMinute: number | null,
    private readonly clock: Clock,
    private readonly mostCallers = MOST_CALLERS,
  ) {}

  /** Counts one call. Once for each call that reaches the policy; a refused call takes nothing. */
  take(caller: string | null): RateVerdict {
    if (this.callsPerMinute === null) return WITHIN;
    const key = caller ?? "";
    const bucket = this.filled(key, this.callsPerMinute);
    const verdict = this.verdict(bucket, this.callsPerMinute);
    if (verdict.kind === "within") bucket.tokens -= 1;
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > this.mostCallers) this.forgetOldest();
    return verdict;
  }

  /** What `take` would say now; counts nothing. For `explain`. */
  peek(caller: string | null): RateVerdict {
    if (this.callsPerMinute === null) return WITHIN;
    return this.verdict(this.filled(caller ?? "", this.callsPerMinute), this.callsPerMinute);
  }

  /** A new bucket with what has flowed in since the last use. */
  private filled(key: string, callsPerMinute: number): Bucket {
    const at = this.clock.now();
    const before = this.buckets.get(key);
    const capacity = Math.max(1, callsPerMinute);
    if (before === undefined) return { tokens: capacity, at };
    return { tokens: Math.min(capacity, before.tokens + ((at - before.at) * callsPerMinute) / 60_000), at };
  }

  private verdict(bucket: Bucket, callsPerMinute: number): RateVerdict {
    if (bucket.tokens >= WHOLE) return WITHIN;
    const retryAfterMs = Math.ceil(((1 - bucket.tokens) * 60_000) / callsPerMinute);
    return { kind: "exceeded", callsPerMinute, retryAfterMs };
  }

  private forgetOldest(): void {
    for (const key of this.buckets.keys()) {
      this.buckets.delete(key);
      return;
    }
  }
}
