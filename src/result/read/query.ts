import type { LinePosition, OutputQuery, OutputSelect } from "../../contract/index.js";
import { BrokerError, fault } from "../../errors/index.js";
import { knowsEncoding } from "../decode/index.js";

/** So many lines are held at once. */
const MOST_CONTEXT = 1000;

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

/** Throws BrokerError when the query cannot be answered. Callers in JavaScript may give anything. */
export async function checkQuery(query: OutputQuery): Promise<void> {
  if (!hasShape(query)) {
    throw invalid(
      "The query is none.",
      'Give { stream: "stdout", "stderr" or null, select: { kind: "all", "range", "grep" or "tail", … }, encoding: "auto" }.',
    );
  }
  const { select, encoding } = query;
  if (encoding !== "auto" && !(await knowsEncoding(encoding))) {
    throw invalid(
      `There is no encoding called ${JSON.stringify(encoding.slice(0, 64))}.`,
      'Leave it at "auto", or name one such as utf-8, gbk, shift_jis or utf-16le.',
    );
  }
  if (select.kind === "tail") positive("tail", select.lines);
  if (select.kind === "grep") checkGrep(select);
  if (select.kind === "range") checkRange(select);
}

/** What each kind of `select` needs, and of what type. */
const NEEDS: { readonly [kind in OutputSelect["kind"]]: { readonly [key: string]: string } } = {
  all: {},
  range: { from: "object", to: "object" },
  grep: { pattern: "string", context: "number" },
  tail: { lines: "number" },
};

function hasShape(query: unknown): boolean {
  if (!isObject(query) || typeof query.encoding !== "string" || !isObject(query.select)) return false;
  if (query.stream !== null && query.stream !== "stdout" && query.stream !== "stderr") return false;
  const { select } = query;
  if (!Object.hasOwn(NEEDS, String(select.kind))) return false;
  const needs = NEEDS[select.kind as OutputSelect["kind"]];
  return Object.entries(needs).every(
    ([key, type]) => typeof select[key] === type && (key === "to" || select[key] !== null),
  );
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null;

function checkGrep({ context, from }: Extract<OutputSelect, { kind: "grep" }>): void {
  if (!(Number.isSafeInteger(context) && context >= 0 && context <= MOST_CONTEXT)) {
    throw invalid(`The context must be a whole number of lines from 0 to ${MOST_CONTEXT}, not ${context}.`, null);
  }
  if (from !== undefined && from !== null) positive("from", from.line);
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
