/** The second half of a character that takes two UTF-16 code units. */
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
