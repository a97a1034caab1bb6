import { type OutputQuery, STREAMS } from "../../contract/index.js";
import { FieldError, Fields } from "./fields.js";

export const OUTPUT_TEMPLATE = "agent-reach://output/{id}{?stream,from,from_character,to,tail,grep,context}";

const PREFIX = "agent-reach://output/";
const LINES = 1_000_000_000_000;

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
    if (character !== null && from === null) throw new FieldError("from_character goes with from.");
    if (context !== null && pattern === null) throw new FieldError("context goes with grep.");
    const begin = from === null ? null : { line: from, character };
    if (pattern !== null) {
      if (to !== null || tail !== null) throw new FieldError("grep goes with from, not with to or tail.");
      return { kind: "grep", pattern, context: context ?? 0, from: begin };
    }
    if (tail !== null) {
      if (from !== null || to !== null) throw new FieldError("tail goes alone, without from and to.");
      return { kind: "tail", lines: tail };
    }
    if (begin === null && to === null) return { kind: "all" };
    return {
      kind: "range",
      from: begin ?? { line: 1, character: null },
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
