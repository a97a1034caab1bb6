import { type DecodedPiece, StreamDecoder } from "./decode/index.js";
import { type Row, Terminal } from "./render/index.js";
import type { SkimmedPiece } from "./skim.js";
import { Turns } from "./turns.js";

/** Bytes decoded and rendered before other work gets its turn. */
const TURN_BYTES = 128 * 1024;

/** Turns one stream's bytes into rendered rows. Methods are called in order, each after the one before has resolved. */
export class RowReader {
  private readonly decoder: StreamDecoder;
  private readonly terminal = new Terminal();
  private readonly turns = new Turns(TURN_BYTES);

  constructor(encoding: string) {
    this.decoder = new StreamDecoder(encoding);
  }

  async write(piece: SkimmedPiece): Promise<Row[]> {
    if (piece.kind === "skipped") return this.render(await this.decoder.skip(piece));
    if (piece.kind === "gap") return this.render(await this.decoder.gap(piece.bytes, piece.newlines));
    await this.turns.after(piece.data.length);
    return this.render(await this.decoder.write(piece.data));
  }

  async end(): Promise<Row[]> {
    const rows = this.render(await this.decoder.end());
    return [...rows, ...this.terminal.end()];
  }

  /** The encoding, where line feeds are no single bytes. */
  get wideEncoding(): string | null {
    return this.decoder.wideEncoding;
  }

  /** What the stream was decoded from so far, e.g. `utf-8`; null while nothing was. */
  get encoding(): string | null {
    return this.decoder.encodings.size === 0 ? null : [...this.decoder.encodings].join(" + ");
  }

  private render(pieces: readonly DecodedPiece[]): Row[] {
    return pieces.flatMap((piece) => this.terminal.write(piece));
  }
}
