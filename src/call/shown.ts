const LONGEST_SHOWN = 60;

/** Controls, bidirectional marks and line separators, which JSON.stringify leaves as they are. */
const UNPRINTED = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** A text as it may stand in a message: JSON-escaped, on one line, shortened. */
export function shown(text: string): string {
  const cut = text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return JSON.stringify(cut).replace(
    UNPRINTED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** What was given instead of what was expected; of a secret only its type. */
export function described(value: unknown, secret = false): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "string":
      return secret ? "a string" : `the string ${shown(value)}`;
    case "number":
      return secret ? "a number" : `the number ${value}`;
    case "boolean":
      return secret ? "a boolean" : String(value);
    case "object":
      return "an object";
    default:
      return `a ${typeof value}`;
  }
}

/** `"a", "b" or "c"`, at most twelve of them. */
export function listed(values: readonly (string | number)[], word = "or"): string {
  const texts = values.slice(0, 12).map((value) => (typeof value === "string" ? shown(value) : String(value)));
  if (values.length > texts.length) return `${texts.join(", ")} and ${values.length - texts.length} more`;
  const last = texts.pop() ?? "nothing";
  return texts.length === 0 ? last : `${texts.join(", ")} ${word} ${last}`;
}
