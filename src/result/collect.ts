import type { Captured, CapturedStream, OutputPiece, StoredOutput, StreamName } from "../contract/index.js";
import { RowReader } from "./rows.js";
import { LogBuilder, type StreamLog } from "./select/index.js";
import { type SkimmedPiece, Skimmer } from "./skim.js";
import { Turns } from "./turns.js";

/** Stored bytes that are looked through before other work gets its turn. */
const TURN_BYTES = 512 * 1024;

/** Renders both streams: from memory when all is there, else in one pass over the stored output. */
export async function collectLogs(
  captured: Captured,
  stored: StoredOutput | null,
  encoding: string,
): Promise<{ readonly stdout: StreamLog; readonly stderr: StreamLog }> {
  const complete = captured.stdout.omittedBytes === 0 && captured.stderr.omittedBytes === 0;
  if (complete || stored === null) {
    const log = (stream: StreamName) => collect(stream, captured[stream], encoding);
    return { stdout: await log("stdout"), stderr: await log("stderr") };
  }
  const collectors = {
    stdout: new Collector("stdout", captured.stdout, encoding),
    stderr: new Collector("stderr", captured.stderr, encoding),
  };
  const turns = new Turns(TURN_BYTES);
  for await (const piece of stored.pieces()) {
    if (piece.kind === "bytes") await turns.after(piece.data.length);
    await collectors[piece.stream].write(piece);
  }
  return { stdout: await collectors.stdout.end(), stderr: await collectors.stderr.end() };
}

class Collector {
  private readonly reader: RowReader;
  private readonly builder: LogBuilder;
  private readonly skimmer: Skimmer;

  constructor(
    private readonly stream: StreamName,
    captured: CapturedStream,
    encoding: string,
  ) {
    this.reader = new RowReader(encoding);
    this.builder = new LogBuilder(stream);
    this.skimmer = new Skimmer(captured, () => this.reader.wideEncoding);
  }

  async write(piece: OutputPiece): Promise<void> {
    await this.read(this.skimmer.write(piece));
  }

  private async read(pieces: Iterable<SkimmedPiece>): Promise<void> {
    for (const piece of pieces) for (const row of await this.reader.write(piece)) this.builder.add(row);
  }

  async end(): Promise<StreamLog> {
    await this.read(this.skimmer.end(this.stream));
    for (const row of await this.reader.end()) this.builder.add(row);
    return this.builder.build(this.reader.encoding);
  }
}

async function collect(stream: StreamName, captured: CapturedStream, encoding: string): Promise<StreamLog> {
  const collector = new Collector(stream, captured, encoding);
  for (const piece of keptPieces(stream, captured)) await collector.write(piece);
  return collector.end();
}

/** What memory holds of one stream. */
function* keptPieces(
  stream: StreamName,
  { head, tail, omittedBytes, omittedNewlines }: CapturedStream,
): Iterable<OutputPiece> {
  if (head.length > 0) yield { kind: "bytes", stream, data: head };
  if (omittedBytes > 0) yield { kind: "gap", stream, bytes: omittedBytes, newlines: omittedNewlines };
  if (tail.length > 0) yield { kind: "bytes", stream, data: tail };
}
