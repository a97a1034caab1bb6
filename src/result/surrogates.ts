/** The second half of a character that takes two UTF-16 code units. */
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** At most `length` code units from the start, without half a character at the end. */
export const cutAt = (text: string, length: number): string =>
  text.slice(0, isLowSurrogate(text.charCodeAt(length)) ? length - 1 : length);

/** At most `longest` code units; an ellipsis is the last when something was cut. */
export const shorten = (text: string, longest: number): string =>
  text.length <= longest ? text : `${cutAt(text, longest - 1)}…`;
