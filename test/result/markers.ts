import { expect } from "vitest";
import type { LinePosition, StoredOutput, StreamName } from "../../src/contract/index.js";
import { parsePosition, readOutput } from "../../src/result/index.js";
import { OUTPUT_ID, query } from "./support.js";

const MARKER =
  /^\[agent-reach: (stdout|stderr) lines? (\S+?)(?:-(\S+))? omitted \((\d+|part) of (\d+) lines?(?:, .*)?\): agent-reach output (\S+) --stream (stdout|stderr) --from (\S+) --to (\S+?)( --raw)?( --encoding \S+)?\]$/s;

export interface Marker {
  readonly stream: StreamName;
  readonly from: LinePosition;
  readonly to: LinePosition;
  /** Lines left out; null for a part of a line. */
  readonly lines: number | null;
  readonly of: number;
  readonly text: string;
}

export const isMarker = (line: string) => line.startsWith("[agent-reach: ");

/** Reads a marker line, and checks that what it says and what it tells to run agree. */
export function parseMarker(line: string): Marker {
  const match = MARKER.exec(line);
  expect(match, line).not.toBeNull();
  const [, stream, from, to, lines, of, id, again, fromAgain, toAgain] = match!;
  expect([id, again, fromAgain, toAgain]).toEqual([OUTPUT_ID, stream, from, to ?? from]);
  return {
    stream: stream as StreamName,
    from: parsePosition(fromAgain!),
    to: parsePosition(toAgain!),
    lines: lines === "part" ? null : Number(lines),
    of: Number(of),
    text: line,
  };
}

/** Does what a marker says: the text that is left out there. */
export async function follow(marker: Marker, stored: StoredOutput, encoding = "auto"): Promise<string> {
  const range = { kind: "range", from: marker.from, to: marker.to } as const;
  return (await readOutput(stored, query(range, marker.stream, encoding), Number.POSITIVE_INFINITY)).text;
}

/** Puts back what each marker of a shown stream says is missing. */
export async function restore(shown: string, stored: StoredOutput, encoding = "auto"): Promise<string> {
  let text = "";
  for (const line of shown.split(/(?<=\n)/)) {
    if (!isMarker(line)) {
      text += line;
      continue;
    }
    const marker = parseMarker(line.replace(/\n$/, ""));
    // The line feed before it is the marker's own where a line is cut.
    if (marker.from.character !== null) text = text.replace(/\n$/, "");
    text += await follow(marker, stored, encoding);
  }
  return text;
}
