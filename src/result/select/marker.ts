import type { StreamName } from "../../contract/index.js";

/** Every marker line begins so. */
export const MARKER_PREFIX = "[agent-reach: ";

/** What was left out between two shown rows. */
export interface Cut {
  readonly stream: StreamName;
  readonly from: Edge;
  readonly to: Edge;
  /** Lines of the whole stream. */
  readonly of: number;
  /** What most of it looks like, e.g. `940 like "tick 7"`. */
  readonly sample: string | null;
  /** Bytes in it that are no text. */
  readonly binaryBytes: number;
  /** Bytes in it that are not stored. */
  readonly lostBytes: number;
}

/** First or last character left out, from 1; null = the whole line on that side. */
export interface Edge {
  readonly line: number;
  readonly character: number | null;
}

/** How a reader gets at what was left out. */
export interface Retrieval {
  /** Null: nothing is stored. */
  readonly outputId: string | null;
  /** What the tool declares; "auto" needs not be said. */
  readonly encoding: string;
}

/**
 * The line that stands for a cut, e.g.
 * `[agent-reach: stdout lines 13-961 omitted (949 of 1200 lines, 940 like "tick 7"): agent-reach output ID --stream stdout --from 13 --to 961]`.
 * A part of a line is named by line and character: `line 1:801-1:4000`.
 */
export function markerLine(cut: Cut, retrieval: Retrieval): string {
  const [from, to] = [edge(cut.from), edge(cut.to)];
  const where = from === to ? `line ${from}` : `${cut.from.line === cut.to.line ? "line" : "lines"} ${from}-${to}`;
  const details = [`${size(cut)} of ${cut.of} ${cut.of === 1 ? "line" : "lines"}`];
  if (cut.sample !== null) details.push(cut.sample);
  if (cut.binaryBytes > 0) details.push(`${cut.binaryBytes} bytes of binary data`);
  if (cut.lostBytes > 0) details.push(`${cut.lostBytes} bytes not stored`);
  return `${MARKER_PREFIX}${cut.stream} ${where} omitted (${details.join(", ")})${instruction(cut, retrieval)}]`;
}

const edge = ({ line, character }: Edge) => (character === null ? `${line}` : `${line}:${character}`);

const size = ({ from, to }: Cut) =>
  from.character === null && to.character === null ? to.line - from.line + 1 : "part";

function instruction(cut: Cut, { outputId, encoding }: Retrieval): string {
  if (outputId === null) return "; not stored";
  const raw = cut.binaryBytes > 0 ? " --raw" : "";
  const encoded = encoding === "auto" || encoding === "utf-8" ? "" : ` --encoding ${encoding}`;
  const range = `--from ${edge(cut.from)} --to ${edge(cut.to)}`;
  return `: agent-reach output ${outputId} --stream ${cut.stream} ${range}${raw}${encoded}`;
}
