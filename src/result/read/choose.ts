import type { LinePosition, OutputLine, OutputQuery } from "../../contract/index.js";
import { lineOf, type StoredRows, type StreamRow } from "./lines.js";
import { compilePattern } from "./query.js";

/** The lines a query asks for, one after the other, in bounded memory. */
export function chooseLines(rows: StoredRows, { select, stream }: OutputQuery): AsyncIterable<OutputLine> {
  switch (select.kind) {
    case "all":
      return all(rows);
    case "range":
      return range(rows, select.from, select.to, stream !== null);
    case "grep":
      return since(grep(rows, select.pattern, select.context), select.from ?? null);
    case "tail":
      return tail(rows, select.lines);
  }
}

async function* all(rows: StoredRows): AsyncIterable<OutputLine> {
  for await (const row of rows) yield lineOf(row, true);
}

async function* range(
  rows: StoredRows,
  from: LinePosition,
  to: LinePosition | null,
  oneStream: boolean,
): AsyncIterable<OutputLine> {
  for await (const streamRow of rows) {
    const { row } = streamRow;
    const lastLine = row.kind === "text" ? row.line : row.toLine;
    const past = to !== null && row.line > to.line;
    if (past && oneStream) return;
    if (past || lastLine < from.line) continue;
    const line = within(lineOf(streamRow, true), from, to);
    if (line !== null) yield line;
  }
}

/** The part of a line that lies within a range; null when none does. */
function within(line: OutputLine, from: LinePosition, to: LinePosition | null): OutputLine | null {
  const before = line.line === from.line && from.character !== null ? from.character - line.character : 0;
  const last = to !== null && line.line === to.line && to.character !== null ? to.character : Number.POSITIVE_INFINITY;
  const end = last - line.character + 1;
  if (end <= 0 || (before > 0 && before >= line.text.length)) return null;
  const text = line.text.slice(Math.max(0, before), end);
  return { ...line, character: line.character + Math.max(0, before), text, ends: line.ends && end >= line.text.length };
}

async function* since(lines: AsyncIterable<OutputLine>, from: LinePosition | null): AsyncIterable<OutputLine> {
  for await (const line of lines) {
    const rest = from === null ? line : line.line < from.line ? null : within(line, from, null);
    if (rest !== null) yield rest;
  }
}

async function* grep(rows: StoredRows, pattern: string, context: number): AsyncIterable<OutputLine> {
  const matches = await compilePattern(pattern);
  const before: { [stream: string]: StreamRow[] } = { stdout: [], stderr: [] };
  const after: { [stream: string]: number } = { stdout: 0, stderr: 0 };
  for await (const row of rows) {
    const waiting = before[row.stream]!;
    if (row.row.kind === "text" && matches(row.row.text)) {
      for (const earlier of waiting.splice(0)) yield lineOf(earlier, false);
      yield lineOf(row, true);
      after[row.stream] = context;
    } else if (after[row.stream]! > 0) {
      after[row.stream]!--;
      yield lineOf(row, false);
    } else if (context > 0) {
      waiting.push(row);
      if (waiting.length > context) waiting.shift();
    }
  }
}

/** Counts first and shows then, since so many lines may be asked for that they can't be held. */
async function* tail(rows: StoredRows, count: number): AsyncIterable<OutputLine> {
  let left = 0;
  for await (const { isNew } of lineBeginnings(rows)) if (isNew) left++;
  left -= count;
  const shown = { stdout: false, stderr: false };
  for await (const { row, isNew } of lineBeginnings(rows)) {
    if (isNew) shown[row.stream] = --left < 0;
    if (shown[row.stream]) yield lineOf(row, true);
  }
}

/** Every row, and whether it begins a line; a long line has several. */
async function* lineBeginnings(rows: StoredRows): AsyncIterable<{ row: StreamRow; isNew: boolean }> {
  const lines = { stdout: 0, stderr: 0 };
  for await (const row of rows) {
    const isNew = row.row.line !== lines[row.stream];
    lines[row.stream] = row.row.line;
    yield { row, isNew };
  }
}
