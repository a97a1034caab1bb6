import type { AST } from "toml-eslint-parser";
import { dottedKey, type KeyPath } from "./key-path.js";

/** Counted from 1, in UTF-16 units as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Where the keys and values of one text are. */
export interface Places {
  /** The key's or the value's place; for what is not there, that of the nearest table around it. */
  find(path: KeyPath, at: "key" | "value"): Position | null;
}

interface Place {
  readonly key: Position;
  readonly value: Position;
}

/** Works out the places in a text. Costs a second parse by a slower parser, so only faulty files pay for it. */
export async function placesIn(text: string): Promise<Places> {
  const places = new Map<string, Place>();
  try {
    const { parseTOML } = await import("toml-eslint-parser");
    for (const node of parseTOML(text, { tomlVersion: "1.1.0" }).body[0].body) addNode(places, node);
  } catch {
    // The two parsers disagree about this text: a fault without a line is better than none.
  }
  return {
    find(path, at) {
      for (let length = path.length; length > 0; length -= 1) {
        const place = places.get(dottedKey(path.slice(0, length)));
        if (place !== undefined) return length === path.length ? place[at] : place.key;
      }
      return null;
    },
  };
}

function addNode(places: Map<string, Place>, node: AST.TOMLTable | AST.TOMLKeyValue): void {
  if (node.type === "TOMLKeyValue") {
    addKeyValue(places, node, []);
    return;
  }
  addHeader(places, node);
  for (const pair of node.body) addKeyValue(places, pair, node.resolvedKey);
}

/** `[[tools]]` has the path tools, 0; `[tools.params.limit]` also gives params a place when nothing else does. */
function addHeader(places: Map<string, Place>, node: AST.TOMLTable): void {
  const start = positionOf(node);
  places.set(dottedKey(node.resolvedKey), { key: start, value: start });
  for (let length = node.resolvedKey.length - 1; length > 0; length -= 1) {
    addOnce(places, node.resolvedKey.slice(0, length), start);
  }
}

function addKeyValue(places: Map<string, Place>, node: AST.TOMLKeyValue, prefix: KeyPath): void {
  const path = [...prefix];
  const keys = node.key.keys;
  for (const key of keys.slice(0, -1)) {
    path.push(nameOf(key));
    addOnce(places, path, positionOf(key));
  }
  const last = keys.at(-1)!;
  path.push(nameOf(last));
  places.set(dottedKey(path), { key: positionOf(last), value: positionOf(node.value) });
  addContent(places, node.value, path);
}

function addContent(places: Map<string, Place>, node: AST.TOMLContentNode, path: KeyPath): void {
  if (node.type === "TOMLInlineTable") {
    for (const pair of node.body) addKeyValue(places, pair, path);
  } else if (node.type === "TOMLArray") {
    node.elements.forEach((element, index) => {
      const start = positionOf(element);
      places.set(dottedKey([...path, index]), { key: start, value: start });
      addContent(places, element, [...path, index]);
    });
  }
}

function addOnce(places: Map<string, Place>, path: KeyPath, position: Position): void {
  const key = dottedKey(path);
  if (!places.has(key)) places.set(key, { key: position, value: position });
}

const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted) => (key.type === "TOMLBare" ? key.name : key.value);

const positionOf = (node: AST.TOMLNode): Position => ({
  line: node.loc.start.line,
  column: node.loc.start.column + 1,
});
