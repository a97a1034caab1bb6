import type {
  CapturedStream,
  OutputPiece,
  OutputQuery,
  Result,
  Settlement,
  StoredOutput,
} from "../../src/contract/index.js";
import { buildResult } from "../../src/result/index.js";
import type { Row } from "../../src/result/render/index.js";
import { RowReader } from "../../src/result/rows.js";

export const OUTPUT_ID = "o_1m8ns8j2ewafvza20nw";

export interface Printed {
  readonly stdout?: string | Buffer;
  readonly stderr?: string | Buffer;
}

export interface RunOptions {
  readonly tokens?: number;
  readonly encoding?: string;
  readonly exitCode?: number;
  /** Bytes of head and tail kept in memory; everything when absent. */
  readonly keep?: number;
  readonly stored?: StoredOutput | null;
}

export const bytesOf = (text: string | Buffer | undefined) =>
  typeof text === "string" ? Buffer.from(text) : (text ?? Buffer.alloc(0));

/** What the capture would hand on for these bytes. */
export function capturedOf(bytes: Buffer, keep = Number.POSITIVE_INFINITY): CapturedStream {
  const feeds = (part: Buffer) => part.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0);
  const lines = feeds(bytes) + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
  if (bytes.length <= 2 * keep) {
    return { bytes: bytes.length, lines, head: bytes, tail: Buffer.alloc(0), omittedBytes: 0, omittedNewlines: 0 };
  }
  const middle = bytes.subarray(keep, bytes.length - keep);
  return {
    bytes: bytes.length,
    lines,
    head: bytes.subarray(0, keep),
    tail: bytes.subarray(bytes.length - keep),
    omittedBytes: middle.length,
    omittedNewlines: feeds(middle),
  };
}

/** A stored output of both streams, in pieces of some size. */
export function storedOf({ stdout, stderr }: Printed, pieceBytes = 1000): StoredOutput {
  const streams = { stdout: bytesOf(stdout), stderr: bytesOf(stderr) };
  return {
    id: OUTPUT_ID,
    encoding: "auto",
    async *pieces(): AsyncIterable<OutputPiece> {
      const length = Math.max(streams.stdout.length, streams.stderr.length);
      for (let at = 0; at < length; at += pieceBytes) {
        for (const stream of ["stdout", "stderr"] as const) {
          const data = streams[stream].subarray(at, at + pieceBytes);
          if (data.length > 0) yield { kind: "bytes", stream, data };
        }
      }
    },
  };
}

/** A settlement of a run that printed this and ended. */
export function settlementOf(printed: Printed, options: RunOptions = {}): Settlement {
  const { tokens = 1000, encoding = "auto", exitCode = 1, keep } = options;
  const tool = {
    name: "probe",
    encoding,
    exitCodes: new Map([[3, "nothing found"]]),
    limits: {},
    maxTimeoutMs: 60_000,
  };
  return {
    call: { id: "c1", tool, outputTokens: tokens, notes: [], timeoutMs: 1000 },
    execution: {
      outcome: { kind: "exited", exit: { code: exitCode, signal: null } },
      pid: 1,
      queuedMs: 0,
      durationMs: 1,
      cleanup: null,
      captured: {
        stdout: capturedOf(bytesOf(printed.stdout), keep),
        stderr: capturedOf(bytesOf(printed.stderr), keep),
        outputId: OUTPUT_ID,
        spoolNote: null,
      },
    },
    stored: options.stored === undefined ? storedOf(printed) : options.stored,
    // Only what results are made from is filled in.
  } as unknown as Settlement;
}

export const run = (printed: Printed, options?: RunOptions): Promise<Result> =>
  buildResult(settlementOf(printed, options));

/** All rows of one stream. */
export async function rowsOf(bytes: string | Buffer, encoding = "auto", pieceBytes = 1 << 20): Promise<Row[]> {
  const reader = new RowReader(encoding);
  const rows: Row[] = [];
  const data = bytesOf(bytes);
  for (let at = 0; at < data.length; at += pieceBytes) {
    const piece = { kind: "bytes", stream: "stdout", data: data.subarray(at, at + pieceBytes) } as const;
    for (const row of await reader.write(piece)) rows.push(row);
  }
  return [...rows, ...(await reader.end())];
}

/** The rendered text of one stream. */
export async function rendered(bytes: string | Buffer, encoding = "auto", pieceBytes?: number): Promise<string> {
  const rows = await rowsOf(bytes, encoding, pieceBytes);
  return rows.map((row) => (row.kind === "text" ? row.text + (row.ends ? "\n" : "") : `<${row.kind}>`)).join("");
}

export const query = (
  select: OutputQuery["select"],
  stream: OutputQuery["stream"] = "stdout",
  encoding = "auto",
): OutputQuery => ({
  stream,
  select,
  encoding,
});

/** Control characters other than line feed and tab. */
export const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;
