import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { AuditRecord, JsonObject } from "../contract/index.js";
import type { RunMark } from "./run-mark.js";

/** How much of a long file's end is read: some ten thousand calls, in a tenth of a second. */
const TAIL_BYTES = 16 * 1024 * 1024;
/** Records stay under some ten kilobytes. */
const MAX_LINE_BYTES = 256 * 1024;
const LINE_FEED = 10;

/** A call with a decision and without an end in the file: its broker died, or is still at it. */
export interface UnfinishedCall {
  readonly mark: RunMark;
  readonly id: string;
  readonly tool: string;
  readonly caller: string | null;
  /** Of the decision, ISO 8601. */
  readonly time: string;
}

export interface AuditScan {
  /** In the order of their decisions. */
  readonly unfinished: readonly UnfinishedCall[];
  /** Lines that are no record: torn by a crash, or somebody else's. */
  readonly unreadable: number;
}

/**
 * Finds the calls in an audit file that have a decision and no end. Bounded in memory and time: only the last 16 MiB
 * are read, and of a line 256 KiB at most. A missing file has none, nor has what is no regular file. Whether the broker of a call still lives is for the caller to ask, by its mark.
 */
export async function scanAudit(path: string): Promise<AuditScan> {
  const open = new Map<string, UnfinishedCall>();
  let unreadable = 0;
  for await (const line of lastLines(path)) {
    const record = parseRecord(line);
    if (record === null) {
      unreadable += 1;
    } else if (record.event === "decision") {
      const call = unfinishedCall(record);
      if (call === null) unreadable += 1;
      else open.set(call.mark.run, call);
    } else if (typeof record.run === "string") {
      open.delete(record.run);
    }
  }
  return { unfinished: [...open.values()], unreadable };
}

/** Closes the account of a call whose broker is dead, so that no later scan finds it again. */
export function lostRecord(call: UnfinishedCall): AuditRecord {
  const { mark, id, tool, caller } = call;
  return { event: "lost", time: new Date().toISOString(), ...mark, id, tool, caller };
}

function parseRecord(line: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

function unfinishedCall(record: JsonObject): UnfinishedCall | null {
  const { run, pid, started, id, tool, caller, time } = record;
  if (typeof run !== "string" || typeof pid !== "number" || typeof id !== "string") return null;
  if (typeof tool !== "string" || typeof time !== "string") return null;
  const mark = { run, pid, started: typeof started === "string" ? started : null };
  return { mark, id, tool, caller: typeof caller === "string" ? caller : null, time };
}

/**
 * The lines of the file's end; blank ones, which end a torn line, are left out. A line that is longer than any record is
 * given cut, so that a file without line feeds costs no memory.
 */
async function* lastLines(path: string): AsyncGenerator<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  // A device or a pipe has no records to find, and may have no end.
  if (found === null || !found.isFile() || found.size === 0) return;
  const start = Math.max(0, found.size - TAIL_BYTES);
  // The end of a long file begins in the middle of a line.
  let partial = start > 0;
  let line: Buffer = Buffer.alloc(0);
  const take = (): string | null => {
    const text = partial || line.length === 0 ? null : line.toString("utf8");
    partial = false;
    line = Buffer.alloc(0);
    return text;
  };
  for await (const chunk of createReadStream(path, { start, end: found.size - 1 }) as AsyncIterable<Buffer>) {
    let at = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed !== -1; feed = chunk.indexOf(LINE_FEED, at)) {
      line = grown(line, chunk.subarray(at, feed));
      const text = take();
      if (text !== null) yield text;
      at = feed + 1;
    }
    line = grown(line, chunk.subarray(at));
  }
  const text = take();
  if (text !== null) yield text;
}

function grown(line: Buffer, more: Buffer): Buffer {
  const room = MAX_LINE_BYTES - line.length;
  return room <= 0 || more.length === 0 ? line : Buffer.concat([line, more.subarray(0, room)]);
}
