/** Crockford's base 32 in lower case: no i, l, o, u. In ASCII order, so names sort by time. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
/** 45 bits of milliseconds last until the year 3084. */
const TIME_DIGITS = 9;
/** 50 random bits: no two runs meet, and nobody guesses another's. */
const RANDOM_DIGITS = 10;
const PATTERN = /^o_[0-9abcdefghjkmnpqrstvwxyz]{19}$/;

/** A new name for a stored output; safe as a file name, later ones sort after earlier ones. */
export function newOutputId(nowMs: number = Date.now()): string {
  let time = "";
  for (let left = nowMs, digit = 0; digit < TIME_DIGITS; digit++, left = Math.floor(left / 32)) {
    time = DIGITS[left % 32] + time;
  }
  return `o_${time}${randomDigits()}`;
}

// One call for many ids: it costs 10 µs, however few bytes it gives.
const pool = Buffer.alloc(100 * RANDOM_DIGITS);
let used = pool.length;

function randomDigits(): string {
  if (used === pool.length) {
    // Loaded here: it takes 3 ms, which a run that prints nothing does not need.
    process.getBuiltinModule("node:crypto").randomFillSync(pool);
    used = 0;
  }
  let digits = "";
  for (const byte of pool.subarray(used, used + RANDOM_DIGITS)) digits += DIGITS[byte & 31];
  used += RANDOM_DIGITS;
  return digits;
}

/** Whether `text` has the form of an id; nothing else ever becomes part of a path. */
export const isOutputId = (text: string): boolean => PATTERN.test(text);

/** When the id was made, milliseconds since 1970. */
export function outputIdTime(id: string): number {
  let time = 0;
  for (const digit of id.slice(2, 2 + TIME_DIGITS)) time = time * 32 + DIGITS.indexOf(digit);
  return time;
}
