import type { Approval, Clock } from "../contract/index.js";

/** Long enough for a call to follow the yes of a person; short enough that the machine is still as they saw it. */
const VALID_MS = 5 * 60 * 1000;
/** Approvals that may wait at once; the oldest is void first. */
const MOST_WAITING = 1000;

/** Approvals given and not yet used. Each lets one call of its digest through, once, until it expires. */
export class Approvals {
  /** By token, in the order they were given. */
  readonly #waiting = new Map<string, { readonly digest: string; readonly expires: number }>();

  constructor(private readonly clock: Clock) {}

  give(digest: string): Approval {
    const { randomBytes } = process.getBuiltinModule("node:crypto");
    const token = randomBytes(24).toString("base64url");
    this.#waiting.set(token, { digest, expires: this.clock.now() + VALID_MS });
    if (this.#waiting.size > MOST_WAITING) this.#waiting.delete(this.#waiting.keys().next().value!);
    return { token, digest, expires_in_ms: VALID_MS };
  }

  /** Whether the token is good for a call of this digest; it is used up then. */
  use(token: string, digest: string): boolean {
    const approval = this.#waiting.get(token);
    if (approval === undefined || approval.digest !== digest) return false;
    this.#waiting.delete(token);
    return this.clock.now() < approval.expires;
  }
}
