import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { shown } from "./shown.js";

/** Says where a text stops being JSON, what should have stood there, and what the writer probably did. */
export function mistakeFault(text: string, at: number, expected: string): Fault {
  if (text.trim() === "") {
    return fault("AR_REQUEST_NOT_JSON", "the request is empty", { hint: 'Send one JSON object: {"tool": "…"}.' });
  }
  const { line, column } = position(text, at);
  // One character: more could be a piece of a secret.
  const found = at >= text.length ? "the text ends" : `found ${shown(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return fault("AR_REQUEST_NOT_JSON", `not JSON at line ${line}, column ${column}: expected ${expected}, ${found}`, {
    hint: hint(text, at, expected),
    details: { line, column, offset: at },
  });
}

/** Counted from 1, columns in UTF-16 units as editors count them. */
function position(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < at; next = text.indexOf("\n", start)) {
    line++;
    start = next + 1;
  }
  return { line, column: at - start + 1 };
}

export const EXPECTED = { end: "the end of the text", closingQuote: 'a closing "' } as const;

function hint(text: string, at: number, expected: string): string | null {
  const rest = text.slice(at, at + 12);
  if (text.trimStart().startsWith("```")) return "Send the JSON alone, without a code fence around it.";
  if (at >= text.length) return "The text breaks off; send the whole JSON document.";
  if (/^(?:True|False|None)\b/.test(rest)) return "JSON writes true, false and null in lower case.";
  if (/^(?:NaN|-?Infinity|undefined)\b/.test(rest)) return "JSON has no such value; leave the key out.";
  if (expected === EXPECTED.end) return "Send one request; several, one a line, go to `agent-reach exec --ndjson`.";
  if (/^['‘’“”`]/.test(rest)) return 'JSON strings stand between straight double quotes: "text".';
  if (/^(?:\/\/|\/\*|#)/.test(rest)) return "JSON has no comments.";
  if (/^[}\]]/.test(rest) && /,\s*$/.test(text.slice(Math.max(0, at - 100), at))) {
    return "Remove the comma before the closing bracket.";
  }
  if (/^[\x00-\x1f]/.test(rest)) return "Inside a string a line break is written \\n, a tab \\t.";
  if (rest.startsWith("\\")) return "Inside a string a backslash is written \\\\ and a quote \\\"; \\' is no escape.";
  if (/^[A-Za-z_$]/.test(rest)) return "Names and texts stand between double quotes.";
  if (/^(?:[+.]|\d)/.test(rest)) return "Numbers are written 5, -2.5 or 1e3: no plus sign, no leading zero.";
  return null;
}
