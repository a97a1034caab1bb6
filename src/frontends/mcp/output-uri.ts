import type { OutputQuery, StreamName } from "../../contract/index.js";
import { Fields } from "./fields.js";

export const OUTPUT_TEMPLATE = "agent-reach://output/{id}{?stream,from,from_character,to,tail,grep,context}";

const PREFIX = "agent-reach://output/";
const LINES = 1_000_000_000_000;
const STREAMS: readonly StreamName[] = ["stdout", "stderr"];

export const outputUri = (id: string): string => `${PREFIX}${encodeURIComponent(id)}`;

/** Null when the URI names no output. Throws a FieldError for a query that makes no sense. */
export function parseOutputUri(uri: string): { readonly id: string; readonly query: OutputQuery } | null {
  if (!uri.startsWith(PREFIX)) return null;
  if (!URL.canParse(uri)) return null;
  const url = new URL(uri);
  const id = decode(url.pathname.slice(1));
  if (id === null || id === "") return null;
  return { id, query: readQuery(new Fields(Object.fromEntries(url.searchParams))) };
}

/** The part of an output that `read_output` or a resource URI asks for. */
export function readQuery(fields: Fields): OutputQuery {
  const stream = fields.choice("stream", STREAMS);
  const from = fields.integer("from", 1, LINES);
  const character = fields.integer("from_character", 1, LINES);
  const to = fields.integer("to", 1, LINES);
  const tail = fields.integer("tail", 1, LINES);
  const pattern = fields.text("grep");
  const context = fields.integer("context", 0, 1_000);
  fields.end();
  return { stream, select: select(), encoding: "auto" };

  function select(): OutputQuery["select"] {
    if (pattern !== null) return { kind: "grep", pattern, context: context ?? 0 };
    if (tail !== null) return { kind: "tail", lines: tail };
    if (from === null && to === null) return { kind: "all" };
    return {
      kind: "range",
      from: { line: from ?? 1, character },
      to: to === null ? null : { line: to, character: null },
    };
  }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
