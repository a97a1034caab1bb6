import {
  type OutputLine,
  type OutputQuery,
  STREAMS,
  type StoredOutput,
  type StreamName,
} from "../../contract/index.js";
import type { Row } from "../render/index.js";
import { RowReader } from "../rows.js";
import { MARKER_PREFIX } from "../select/marker.js";

/** A rendered row with the stream it is of. */
export interface StreamRow {
  readonly stream: StreamName;
  readonly row: Row;
}

/** The rows of a stored output, in the order in which they were completed. */
export class StoredRows {
  private readers: { readonly [stream in StreamName]: RowReader };
  private readonly declared: string;

  constructor(
    private readonly stored: StoredOutput,
    private readonly query: OutputQuery,
  ) {
    this.declared = query.encoding === "auto" ? stored.encoding : query.encoding;
    this.readers = this.open();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<StreamRow> {
    this.readers = this.open();
    for await (const piece of this.stored.pieces()) {
      if (!this.wanted(piece.stream)) continue;
      for (const row of await this.readers[piece.stream].write(piece)) yield { stream: piece.stream, row };
    }
    for (const stream of STREAMS) {
      if (!this.wanted(stream)) continue;
      for (const row of await this.readers[stream].end()) yield { stream, row };
    }
  }

  get encoding(): string | null {
    const streams = this.query.stream === null ? STREAMS : [this.query.stream];
    return streams.map((stream) => this.readers[stream].encoding).find((encoding) => encoding !== null) ?? null;
  }

  private open() {
    return { stdout: new RowReader(this.declared), stderr: new RowReader(this.declared) };
  }

  private wanted(stream: StreamName): boolean {
    return this.query.stream === null || this.query.stream === stream;
  }
}

/** A row as a line to show. What has no text is named. */
export function lineOf({ stream, row }: StreamRow, match: boolean): OutputLine {
  if (row.kind === "text") {
    return { stream, line: row.line, character: row.start + 1, text: row.text, ends: row.ends, match };
  }
  const where = row.line === row.toLine ? `line ${row.line}` : `lines ${row.line}-${row.toLine}`;
  const what =
    row.kind === "binary" ? `${row.bytes} bytes of binary data, shown with --raw` : `${row.bytes} bytes not stored`;
  return {
    stream,
    line: row.line,
    character: 1,
    text: `${MARKER_PREFIX}${stream} ${where}: ${what}]`,
    ends: true,
    match,
  };
}
