import type { JsonObject } from "../contract/index.js";

/** One line of JSON. U+2028 and U+2029 are escaped: some readers of lines take them for ends. */
export const jsonLine = (record: JsonObject): string => `${escapeLineSeparators(JSON.stringify(record))}\n`;

export const escapeLineSeparators = (json: string): string =>
  json.includes("\u2028") || json.includes("\u2029")
    ? json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    : json;
