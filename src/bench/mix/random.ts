/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

/** The mulberry32 generator (Tommy Ettinger, public domain): the same seed gives the same calls in the same order. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A draw from the standard normal distribution (Box and Muller, 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Milliseconds to the next of arrivals that come at random, `ratePerSecond` on average: a Poisson process. */
export function arrivalGapMs(random: Random, ratePerSecond: number): number {
  return (-Math.log(1 - random()) * 1000) / ratePerSecond;
}
