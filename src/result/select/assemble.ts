import type { Piece } from "./entry.js";
import { type Cut, type Edge, markerLine, type Retrieval } from "./marker.js";
import type { StreamLog } from "./stream-log.js";

/** Says what most of the rows between two edges look like; null when they are too different. */
export type Sampler = (from: Edge, to: Edge) => string | null;

export interface Assembled {
  readonly text: string;
  readonly cuts: readonly Cut[];
  /** Lines shown, wholly or in part. */
  readonly shownLines: number;
}

/** A place between two characters. */
interface Place {
  readonly line: number;
  /** Characters of the line before it. */
  readonly after: number;
}

/** Joins the chosen rows, in order, with a marker line wherever something is left out between them. */
export function assemble(log: StreamLog, rows: readonly Piece[], retrieval: Retrieval, sample: Sampler): Assembled {
  const cuts: Cut[] = [];
  const parts: string[] = [];
  const shown = new Set<number>();
  let place: Place = { line: 1, after: 0 };
  let lineOpen = false;
  const cutBefore = (to: Place) => {
    const cut = cutBetween(log, place, to, sample);
    if (cut === null) return;
    cuts.push(cut);
    parts.push(lineOpen ? "\n" : "", markerLine(cut, retrieval), "\n");
    lineOpen = false;
  };
  for (const row of rows) {
    cutBefore({ line: row.line, after: row.start });
    parts.push(row.text, row.ends ? "\n" : "");
    lineOpen = !row.ends;
    place = row.ends ? { line: row.line + 1, after: 0 } : { line: row.line, after: row.start + row.text.length };
    shown.add(row.line);
  }
  const atEnd = place.line === log.lines && place.after >= log.lastLength && place.after > 0;
  if (!atEnd) cutBefore({ line: log.lines + 1, after: 0 });
  return { text: parts.join(""), cuts, shownLines: shown.size };
}

/** What lies between two places; null when nothing does. */
function cutBetween(log: StreamLog, from: Place, to: Place, sample: Sampler): Cut | null {
  if (from.line > to.line || (from.line === to.line && from.after >= to.after)) return null;
  const first: Edge = { line: from.line, character: from.after === 0 ? null : from.after + 1 };
  const last: Edge = to.after === 0 ? { line: to.line - 1, character: null } : { line: to.line, character: to.after };
  const hidden = log.hidden.filter((row) => row.toLine >= first.line && row.line <= last.line);
  const bytes = (kind: "binary" | "gap") =>
    hidden.filter((row) => row.kind === kind).reduce((sum, row) => sum + row.bytes, 0);
  return {
    stream: log.stream,
    from: first,
    to: last,
    of: log.lines,
    sample: sample(first, last),
    binaryBytes: bytes("binary"),
    lostBytes: bytes("gap"),
  };
}
