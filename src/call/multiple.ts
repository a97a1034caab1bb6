/** Whether `value` is a multiple of `step` (above 0) as decimals, so that 0.3 is one of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  const one = decimal(value);
  const other = decimal(step);
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = (part: Decimal) => part.digits * 10n ** BigInt(part.exponent - exponent);
  return other.digits !== 0n && scaled(one) % scaled(other) === 0n;
}

/** digits × 10^exponent */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** The shortest decimal that reads as this number, which is what was written. */
function decimal(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = value.toString().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
