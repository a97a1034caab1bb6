import { normal, type Random } from "./random.js";

/** Seconds: always the same, or drawn from a distribution known by some of its quantiles. */
export type Duration =
  | { readonly kind: "fixed"; readonly seconds: number }
  | {
      readonly kind: "drawn";
      readonly median: number;
      readonly p90: number | null;
      readonly p99: number | null;
      readonly max: number | null;
    };

/** Where the standard normal distribution has these quantiles. */
const Z_90 = 1.281552;
const Z_99 = 2.326348;

/**
 * One draw, in seconds. Between its quantiles the logarithm runs straight over the normal distribution's, so that a
 * median and a p90 alone make a log-normal distribution; below the median it mirrors what lies right above.
 */
export function drawSeconds(duration: Duration, random: Random): number {
  if (duration.kind === "fixed") return duration.seconds;
  const { median, p90, p99, max } = duration;
  const z = normal(random);
  const lowSlope = Math.log((p90 ?? median) / median) / Z_90;
  const highSlope = p90 === null || p99 === null ? lowSlope : Math.log(p99 / p90) / (Z_99 - Z_90);
  const logarithm = Math.log(median) + lowSlope * Math.min(z, Z_90) + highSlope * Math.max(z - Z_90, 0);
  return Math.min(Math.exp(logarithm), max ?? Number.POSITIVE_INFINITY);
}
