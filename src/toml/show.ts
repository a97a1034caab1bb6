const MAX_SHOWN = 60;

/** A value as a message shows it: short, on one line, without control characters. */
export function show(value: unknown): string {
  if (value === null || value === undefined || typeof value === "object") return kindOf(value);
  const text = JSON.stringify(value);
  return text.length <= MAX_SHOWN ? text : `${text.slice(0, MAX_SHOWN).toWellFormed()}…`;
}

/** `text`, `a list`, `a number`: what a value is, without saying the value. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a table";
  return typeof value === "string" ? "text" : `a ${typeof value}`;
}
