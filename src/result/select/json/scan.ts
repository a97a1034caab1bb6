/** A JSON value by its place in the text. */
export interface JsonNode {
  readonly kind: "object" | "array" | "string" | "other";
  /** Offsets of the first character and after the last one. */
  readonly start: number;
  end: number;
  readonly members: Member[];
}

/** An element of an array, or a key with its value. */
export interface Member {
  readonly start: number;
  /** Null in arrays. */
  readonly key: string | null;
  readonly value: JsonNode;
}

const MOST_DEPTH = 500;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const OTHER = /[^\s,\]}]+/y;
const SPACE = /\s*/y;

/** Finds every value of a JSON document; null when the text is none, or nested too deep. Linear, without recursion. */
export function scanJson(text: string): JsonNode | null {
  if (!/^\s*[[{]/.test(text) || !isJson(text)) return null;
  const open: JsonNode[] = [];
  let key: { readonly start: number; readonly text: string } | null = null;
  for (let at = skip(SPACE, text, 0); at < text.length; at = skip(SPACE, text, at)) {
    const character = text[at]!;
    const parent = open.at(-1);
    if (character === "," || character === ":") at++;
    else if (character === "]" || character === "}") {
      const closed = open.pop()!;
      closed.end = ++at;
      if (open.length === 0) return closed;
    } else if (character === '"' && parent?.kind === "object" && key === null) {
      const start = at;
      at = skip(STRING, text, at);
      key = { start, text: text.slice(start + 1, at - 1) };
    } else {
      const node = valueAt(text, at);
      parent?.members.push({ start: key?.start ?? at, key: key?.text ?? null, value: node });
      key = null;
      at = node.end;
      if (node.kind !== "object" && node.kind !== "array") continue;
      open.push(node);
      if (open.length > MOST_DEPTH) return null;
    }
  }
  return null;
}

/** The value at `at`; of an object or array only its bracket. */
function valueAt(text: string, at: number): JsonNode {
  const character = text[at]!;
  if (character === "{") return { kind: "object", start: at, end: at + 1, members: [] };
  if (character === "[") return { kind: "array", start: at, end: at + 1, members: [] };
  if (character === '"') return { kind: "string", start: at, end: skip(STRING, text, at), members: [] };
  return { kind: "other", start: at, end: skip(OTHER, text, at), members: [] };
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
