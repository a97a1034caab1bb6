import type { LinePosition, OutputQuery, StoredOutput, StreamName } from "../../contract/index.js";
import { BrokerError, fault } from "../../errors/index.js";
import { StoredRows } from "./lines.js";
import { checkQuery } from "./query.js";

/** Raw lines, counted by line feeds from 1, both ends included. */
interface RawRange {
  readonly from: number;
  readonly to: number;
}

/** Bytes of a stream that were printed and are not stored, where the bytes around them are given. */
export type OnGap = (stream: StreamName, bytes: number) => void;

/**
 * The bytes of a stored output as the tool printed them: all, or those that were printed onto the rendered lines of a
 * range. With both streams in order of arrival. Throws BrokerError for what only text can answer.
 */
export async function* rawOutput(
  stored: StoredOutput,
  query: OutputQuery,
  onGap: OnGap = () => {},
): AsyncIterable<Buffer> {
  await checkQuery(query);
  if (query.select.kind !== "range") {
    for await (const piece of stored.pieces()) {
      if (query.stream !== null && piece.stream !== query.stream) continue;
      if (piece.kind === "bytes") yield piece.data;
      else onGap(piece.stream, piece.bytes);
    }
    return;
  }
  if (query.stream === null) {
    throw new BrokerError(
      fault("AR_REQUEST_INVALID", "A range of bytes is of one stream.", { hint: "Name it: stdout or stderr." }),
    );
  }
  const rows = new StoredRows(stored, query);
  const range = await rawRange(rows, query.select.from, query.select.to);
  if (range === null) return;
  yield* rawLines(stored, query, range, rows.encoding?.startsWith("utf-16") === true ? 2 : 1, onGap);
}

async function rawRange(rows: StoredRows, from: LinePosition, to: LinePosition | null): Promise<RawRange | null> {
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for await (const { row } of rows) {
    const lastLine = row.kind === "text" ? row.line : row.toLine;
    if (lastLine < from.line || (to !== null && row.line > to.line)) continue;
    first = Math.min(first, row.rawFrom);
    last = Math.max(last, row.rawTo);
  }
  return last === 0 ? null : { from: first, to: last };
}

async function* rawLines(
  stored: StoredOutput,
  query: OutputQuery,
  { from, to }: RawRange,
  unit: number,
  onGap: OnGap,
): AsyncIterable<Buffer> {
  let line = 1;
  let offset = 0;
  for await (const piece of stored.pieces()) {
    if (piece.stream !== query.stream) continue;
    if (piece.kind === "gap") {
      if (line <= to && line + piece.newlines >= from) onGap(piece.stream, piece.bytes);
      line += piece.newlines;
      offset += piece.bytes;
      continue;
    }
    let start = line >= from ? 0 : -1;
    for (let at = 0; line <= to; ) {
      const feed = nextFeed(piece.data, at, offset, unit);
      if (feed === -1) break;
      line++;
      at = feed;
      if (line === from) start = at;
      if (line > to) {
        if (start !== -1) yield piece.data.subarray(start, at);
        return;
      }
    }
    if (start !== -1) yield piece.data.subarray(start);
    offset += piece.data.length;
  }
}

/** Where the next line begins; -1 when no line feed is left. In UTF-16 it is a whole code unit. */
function nextFeed(data: Buffer, from: number, offset: number, unit: number): number {
  for (let at = data.indexOf(0x0a, from); at !== -1; at = data.indexOf(0x0a, at + 1)) {
    if (unit === 1) return at + 1;
    const little = (offset + at) % 2 === 0;
    const other = little ? data[at + 1] : data[at - 1];
    if ((other ?? 0) === 0) return little ? at + 2 : at + 1;
  }
  return -1;
}
