const NARROW = /^[\x20-\x7e]*$/;

// Patterns within functions are not built before the first text beyond ASCII: these take half a millisecond.
const isZeroWidth = (character: string) =>
  /^(?:\p{Mn}|\p{Me}|\p{Variation_Selector}|[\u200b-\u200d])$/u.test(character);

/** East Asian wide and fullwidth characters, and emoji. */
const isWide = (character: string) =>
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f680}-\u{1f6ff}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]$/u.test(
    character,
  );

/** Columns a character takes on a terminal: 0, 1 or 2. */
export function columnsOf(character: string): 0 | 1 | 2 {
  if (character.length === 1 && character < "\u0300") return 1;
  if (isZeroWidth(character)) return 0;
  return isWide(character) ? 2 : 1;
}

/** Columns of a text. */
export function widthOf(text: string): number {
  if (NARROW.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += columnsOf(character);
  return width;
}
