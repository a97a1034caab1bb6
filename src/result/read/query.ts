import type { LinePosition, OutputQuery, OutputSelect } from "../../contract/index.js";
import { BrokerError, fault } from "../../errors/index.js";

/** Reads `12` or `12:801` as a marker writes it. Throws BrokerError when it is neither. */
export function parsePosition(text: string): LinePosition {
  const match = /^(\d{1,12})(?::(\d{1,12}))?$/.exec(text.trim());
  const line = Number(match?.[1]);
  const character = match?.[2] === undefined ? null : Number(match[2]);
  if (match === null || line < 1 || character === 0) {
    throw invalid(
      `"${text}" is no position.`,
      "Give a line, 12, or a line and a character of it, 12:801. Both count from 1.",
    );
  }
  return { line, character };
}

/** Throws BrokerError when the query cannot be answered. */
export function checkQuery({ select }: OutputQuery): void {
  if (select.kind === "tail") positive("tail", select.lines);
  if (select.kind === "grep" && !(Number.isSafeInteger(select.context) && select.context >= 0)) {
    throw invalid(`The context must be a whole number of lines, 0 or more, not ${select.context}.`, null);
  }
  if (select.kind === "range") checkRange(select);
}

function checkRange({ from, to }: Extract<OutputSelect, { kind: "range" }>): void {
  positive("from", from.line);
  if (to === null) return;
  positive("to", to.line);
  const backwards =
    to.line < from.line || (to.line === from.line && to.character !== null && to.character < (from.character ?? 1));
  if (backwards) throw invalid("The range ends before it begins.", "Let `to` be at or after `from`.");
}

function positive(name: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw invalid(`${name} must be a whole number, 1 or more, not ${value}.`, "Lines count from 1.");
}

/** A test for a pattern in RE2 syntax, which takes linear time whatever the pattern. Throws BrokerError for a bad one. */
export async function compilePattern(pattern: string): Promise<(text: string) => boolean> {
  const { RE2JS, RE2JSSyntaxException } = await import("re2js");
  try {
    const compiled = RE2JS.compile(pattern);
    return (text) => compiled.matcher(text).find();
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw invalid(
      `The pattern is no RE2 expression: ${error.message}`,
      "RE2 has no look-around and no back-references; a literal ( ) [ ] { } . * + ? | needs a backslash before it.",
    );
  }
}

const invalid = (message: string, hint: string | null) =>
  new BrokerError(fault("AR_REQUEST_INVALID", message, { hint }));
