import type { KeyLine, KeyLineKind } from "../../contract/index.js";
import type { StreamLog, Weighed, WeighedLog } from "../select/index.js";
import { cutAt } from "../surrogates.js";

const MOST = 20;
const MOST_OF_TEMPLATE = 2;
const LONGEST = 200;
/** Lines at the end of a stream where a summary stands. */
const SUMMARY_LINES = 40;

/** Points at the lines that matter most: errors and failures by weight, the summary, and the places they name. */
export function keyLines(streams: readonly WeighedLog[], maxCharacters: number): KeyLine[] {
  const candidates = streams.flatMap(({ log, lines }) =>
    lines.flatMap((line) => {
      const kind = kindOf(log, line);
      return kind === null ? [] : [{ log, line, kind, weight: kind === "place" ? line.own * 0.6 : line.own }];
    }),
  );
  candidates.sort((a, b) => b.weight - a.weight);
  const shown = new Map<number, number>();
  const chosen: KeyLine[] = [];
  let room = maxCharacters;
  for (const { log, line, kind } of candidates) {
    const { entry } = line;
    const alike = shown.get(entry.template.words) ?? 0;
    const text = cutAt(entry.text.trim(), LONGEST);
    if (alike >= MOST_OF_TEMPLATE || text.length > room) continue;
    shown.set(entry.template.words, alike + 1);
    room -= text.length;
    chosen.push({ stream: log.stream, line: entry.line, text, kind });
    if (chosen.length === MOST) break;
  }
  const order = (key: KeyLine) => (key.stream === "stderr" ? 1 : 0);
  return chosen.sort((a, b) => order(a) - order(b) || a.line - b.line);
}

function kindOf(log: StreamLog, { entry, anchor }: Weighed): KeyLineKind | null {
  const { kind, summary, place, severity } = entry.signals;
  if (summary && log.lines - entry.line < SUMMARY_LINES) return "summary";
  if (kind === "error" && severity >= 0.5) return "error";
  if (kind === "failure" && severity >= 0.5) return "failure";
  return place && anchor !== -1 ? "place" : null;
}
