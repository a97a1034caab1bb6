export { Approvals } from "./approvals.js";
export { decide, disabledBy } from "./decide.js";
export { callDigest } from "./digest.js";
export { explainCall } from "./explain.js";
export { RateLimiter, type RateVerdict } from "./rate-limiter.js";
