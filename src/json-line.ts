/** One JSON value as one line. U+2028 and U+2029 are escaped: some readers of lines take them for ends. */
export const jsonLine = (value: unknown): string => `${escapeLineSeparators(JSON.stringify(value))}\n`;

export const escapeLineSeparators = (json: string): string =>
  json.includes("\u2028") || json.includes("\u2029")
    ? json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")
    : json;
