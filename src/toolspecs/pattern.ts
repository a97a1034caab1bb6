const ESCAPE = String.raw`\\[dDwWsSnrtfv.*+?^$(){}|[\]\\/]`;
const CLASS_ITEM = String.raw`(?:${ESCAPE}|\\-|[^\\[\]&~^-]|-)`;
const TOKEN = [
  ESCAPE,
  String.raw`\\[bB]`,
  String.raw`\[\^?${CLASS_ITEM}+\]`,
  String.raw`\((?:\?:|(?!\?))`,
  "[)|^$.]",
  String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`,
  String.raw`[^\\[\](){}|*+?^$.]`,
].join("|");
const PORTABLE = new RegExp(`^(?:${TOKEN})*$`, "u");

/**
 * Whether a pattern compiles, and means the same, for RE2, ECMAScript, Python and Rust: providers and clients use
 * each of them, and one that cannot read a pattern refuses the whole list of tools. No flags, no look-around, no
 * named classes, no set operations.
 */
export function isPortablePattern(pattern: string): boolean {
  if (!PORTABLE.test(pattern) || /--/.test(pattern)) return false;
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
