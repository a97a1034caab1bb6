import type { CapturedStream, OutputPiece, StoredOutput, StreamName } from "../contract/index.js";

type Piece = OutputPiece;

/** The pieces of one stream as kept in memory. */
export function* keptPieces(stream: StreamName, captured: CapturedStream): Iterable<Piece> {
  if (captured.head.length > 0) yield { kind: "bytes", stream, data: captured.head };
  if (captured.omittedBytes > 0) {
    yield { kind: "gap", stream, bytes: captured.omittedBytes, newlines: captured.omittedNewlines };
  }
  if (captured.tail.length > 0) yield { kind: "bytes", stream, data: captured.tail };
}

/** The pieces of one stream as stored. */
export async function* storedPieces(stream: StreamName, stored: StoredOutput): AsyncIterable<Piece> {
  for await (const piece of stored.pieces()) if (piece.stream === stream) yield piece;
}
