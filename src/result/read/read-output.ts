import type { OutputLine, OutputPage, OutputQuery, StoredOutput } from "../../contract/index.js";
import { chooseLines } from "./choose.js";
import { StoredRows } from "./lines.js";
import { checkQuery } from "./query.js";

/** Characters of a page when nothing else is asked for. */
const PAGE_CHARACTERS = 64 * 1024;

/**
 * One page of a stored output, rendered, with the line numbers that markers name. Works while the run still writes.
 * Throws BrokerError (AR_REQUEST_INVALID) for a range or pattern that makes no sense.
 */
export async function readOutput(
  stored: StoredOutput,
  query: OutputQuery,
  maxCharacters = PAGE_CHARACTERS,
): Promise<OutputPage> {
  await checkQuery(query);
  const rows = new StoredRows(stored, query);
  const lines: OutputLine[] = [];
  let characters = 0;
  let next: OutputPage["next"] = null;
  for await (const line of chooseLines(rows, query)) {
    if (next !== null) break;
    const room = maxCharacters - characters;
    if (line.text.length <= room) {
      lines.push(line);
      characters += line.text.length + 1;
      continue;
    }
    const cut = cutAt(line, lines.length === 0 ? Math.max(room, 2) : room);
    if (cut.text !== "") lines.push(cut);
    const character = line.character + cut.text.length;
    next = { stream: line.stream, position: { line: line.line, character: character === 1 ? null : character } };
  }
  return { id: stored.id, lines, text: textOf(lines, query), encoding: rows.encoding, next };
}

/** The text of all lines asked for, a piece at a time, in bounded memory. Throws as `readOutput` does. */
export async function* streamOutput(stored: StoredOutput, query: OutputQuery): AsyncIterable<string> {
  await checkQuery(query);
  let last: OutputLine | null = null;
  for await (const line of chooseLines(new StoredRows(stored, query), query)) {
    yield lineText(line, last, query);
    last = line;
  }
}

function cutAt(line: OutputLine, length: number): OutputLine {
  const within = line.text.charCodeAt(length) >>> 10 === 0x37;
  return { ...line, text: line.text.slice(0, Math.max(0, within ? length - 1 : length)), ends: false };
}

/** Whether it is more of the same line. A marker, which stands for what has no text, is not. */
const continues = (line: OutputLine, last: OutputLine) =>
  line.stream === last.stream && line.line === last.line && line.character === last.character + last.text.length;

const textOf = (lines: readonly OutputLine[], query: OutputQuery) =>
  lines.map((line, i) => lineText(line, lines[i - 1] ?? null, query)).join("");

/**
 * As `grep -n` prints it for `grep`: `12:` before a match, `12-` before its context, `--` between groups. Elsewhere as it
 * is, but that a line which has not ended goes on with nothing but its own rest.
 */
function lineText(line: OutputLine, last: OutputLine | null, { stream, select }: OutputQuery): string {
  const text = line.ends ? `${line.text}\n` : line.text;
  if (select.kind !== "grep") return last === null || last.ends || continues(line, last) ? text : `\n${text}`;
  const goesOn = last !== null && last.stream === line.stream && line.line - last.line <= 1;
  const separator = last === null || goesOn || select.context === 0 ? "" : "--\n";
  const feed = line.ends ? "" : "\n";
  return `${separator}${stream === null ? `${line.stream}:` : ""}${line.line}${line.match ? ":" : "-"}${text}${feed}`;
}
