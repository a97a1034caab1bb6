import { estimateTokens } from "../../tokens/index.js";
import type { Assembled } from "../assemble.js";
import { type Cut, type Edge, markerLine, type Retrieval } from "../marker.js";
import type { StreamLog } from "../stream-log.js";
import type { JsonNode } from "./scan.js";
import { byUnlikeness } from "./unlike.js";

/** How much of a document an outline keeps. */
interface Level {
  /** Members shown of a list. */
  readonly members: number;
  /** Characters of a string that is shown. */
  readonly string: number;
  /** Depth down to which lists and objects are opened. */
  readonly depth: number;
}

/** From generous to strict; the first that fits is taken. */
const LEVELS: readonly Level[] = [
  ...[40, 25, 16, 12, 9, 7, 5].map((members) => ({ members, string: 600, depth: 50 })),
  ...[6, 4, 3, 2, 1].map((members) => ({ members, string: 200, depth: 12 })),
  ...[4, 2, 1].map((members) => ({ members, string: 100, depth: 4 })),
  ...[6, 3, 1].map((members) => ({ members, string: 60, depth: 2 })),
];
/** Objects with more keys are treated as lists. */
const MOST_KEYS = 24;

/** What is shorter costs less than the marker that would stand for it. */
const SHORTEST_HOLE = 240;

/** A piece of the document that is left out: `from` and after its last character. */
interface Hole {
  readonly from: number;
  readonly to: number;
  /** Says how much of what is missing, e.g. `1810 of 3000 items`. */
  readonly what: string;
  /** Stands for keys with their values. */
  readonly keys: boolean;
}

/**
 * A JSON document with lists cut down to the members that are unlike the rest, long strings and deep parts left out;
 * still JSON, with markers as strings on lines of their own. Null when no level fits the budget.
 */
export function outlineJson(
  log: StreamLog,
  text: string,
  root: JsonNode,
  budget: number,
  retrieval: Retrieval,
): Assembled | null {
  const ranks = new Ranks(text);
  for (const level of LEVELS) {
    const holes = holesOf(root, level, ranks);
    if (holes.length > 0) {
      const shown = fill(log, text, holes, retrieval);
      if (estimateTokens(shown.text) <= budget) return shown;
    }
  }
  return null;
}

/** What a level leaves out, in order. */
function holesOf(root: JsonNode, level: Level, ranks: Ranks): Hole[] {
  const holes: Hole[] = [];
  const cut = (hole: Hole) => {
    if (hole.to - hole.from >= SHORTEST_HOLE) holes.push(hole);
  };
  const visit = (node: JsonNode, depth: number) => {
    const { members } = node;
    if (node.kind === "string" && node.end - node.start > level.string) {
      holes.push({
        from: node.start,
        to: node.end,
        what: `a string of ${node.end - node.start - 2} characters`,
        keys: false,
      });
      return;
    }
    if (members.length === 0) return;
    if (depth > level.depth) {
      const what = `${members.length} ${node.kind === "array" ? "items" : "keys"}`;
      cut({ from: node.start, to: node.end, what, keys: false });
      return;
    }
    const shown = shownMembers(node, level.members, ranks);
    for (let i = 0; i < members.length; ) {
      if (shown === null || shown.has(i)) {
        visit(members[i]!.value, depth + 1);
        i++;
        continue;
      }
      const first = i;
      while (i < members.length && !shown.has(i)) i++;
      const what = `${i - first} of ${members.length} ${node.kind === "array" ? "items" : "keys"}`;
      cut({ from: members[first]!.start, to: members[i - 1]!.value.end, what, keys: node.kind === "object" });
    }
  };
  visit(root, 0);
  return holes;
}

/** Indices of the members to show; null = all. */
function shownMembers(node: JsonNode, most: number, ranks: Ranks): ReadonlySet<number> | null {
  const { members } = node;
  const list = node.kind === "array" ? members.length > most : members.length > Math.max(most, MOST_KEYS);
  if (!list) return null;
  const ranked = ranks.of(node);
  return new Set(
    ranked
      .filter((member) => !member.repeat)
      .slice(0, most)
      .map((member) => member.index),
  );
}

/** Remembers the order of each list's members over the levels. */
class Ranks {
  private readonly known = new Map<JsonNode, ReturnType<typeof byUnlikeness>>();

  constructor(private readonly text: string) {}

  of(node: JsonNode): ReturnType<typeof byUnlikeness> {
    const ranked = this.known.get(node) ?? byUnlikeness(this.text, node.members);
    this.known.set(node, ranked);
    return ranked;
  }
}

/** Puts markers into the holes. */
function fill(log: StreamLog, text: string, holes: readonly Hole[], retrieval: Retrieval): Assembled {
  const places = new Places(text);
  const parts: string[] = [];
  const cuts: Cut[] = [];
  const shown = new Set<number>();
  let at = 0;
  const keep = (end: number) => {
    parts.push(text.slice(at, end));
    for (let line = places.at(at).line; line <= places.at(Math.max(at, end - 1)).line; line++) shown.add(line);
  };
  for (const hole of holes) {
    keep(hole.from);
    const cut: Cut = {
      stream: log.stream,
      from: places.at(hole.from),
      to: places.at(hole.to - 1),
      of: log.lines,
      sample: hole.what,
      binaryBytes: 0,
      lostBytes: 0,
    };
    cuts.push(cut);
    const marker = JSON.stringify(markerLine(cut, retrieval));
    const alone = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, hole.from - 200), hole.from));
    const ends = /^,?[ \t]*\n/.test(text.slice(hole.to, hole.to + 200));
    parts.push(alone ? "" : "\n", marker, hole.keys ? ": null" : "", ends ? "" : "\n");
    at = hole.to;
  }
  keep(text.length);
  return { text: parts.join(""), cuts, shownLines: shown.size };
}

/** Lines and characters of offsets, which come in order. */
class Places {
  private line = 1;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  at(offset: number): Edge & { readonly character: number } {
    for (let feed = this.text.indexOf("\n", this.lineStart); feed !== -1 && feed < offset; ) {
      this.line++;
      this.lineStart = feed + 1;
      feed = this.text.indexOf("\n", this.lineStart);
    }
    return { line: this.line, character: offset - this.lineStart + 1 };
  }
}
