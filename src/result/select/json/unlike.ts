import { signalsOf } from "../signals.js";
import { templateOf } from "../template.js";
import type { JsonNode, Member } from "./scan.js";

/** Distinct values, as a share of the records, up to which a field sorts records rather than naming them. */
const SORTING_SHARE = 0.2;
const FEW = 3;
/** Fields of a record that are read, and how deep. */
const MOST_FIELDS = 80;
const DEPTH = 5;
/** Characters of a record that are read for words. */
const LOOKED_AT = 4000;

export interface Ranked {
  readonly index: number;
  /** Just one more of its kind. */
  readonly repeat: boolean;
}

/**
 * Orders the members of a list by how much they tell: those unlike the rest first, by a field whose value or presence
 * is rare, or by words of failure; then one of each kind; repeats of a kind last. Members that tell alike stay in order.
 */
export function byUnlikeness(text: string, members: readonly Member[]): Ranked[] {
  const records = members.map(({ value }) => fieldsOf(text, value));
  const rarity = rarityOf(records);
  const seen = new Map<number, number>();
  const weighed = members.map(({ start, value }, index) => {
    const record = text.slice(start, Math.min(value.end, start + LOOKED_AT));
    const kind = templateOf(record).words;
    const before = seen.get(kind) ?? 0;
    seen.set(kind, before + 1);
    const edge = index === 0 ? 0.4 : index === members.length - 1 ? 0.2 : 0;
    const weight = rarity(records[index]!) + signalsOf(record).severity + edge + 0.3 / (1 + before);
    return { index, weight, repeat: before >= 2 && weight < 0.5 };
  });
  return weighed.sort((a, b) => b.weight - a.weight || a.index - b.index);
}

/** Paths of a record's scalars with their text. */
type Fields = ReadonlyMap<string, string>;

/** Level by level: what stands near the top of a record sorts it more often than what is deep in it. */
function fieldsOf(text: string, record: JsonNode): Fields {
  const fields = new Map<string, string>();
  let level: { readonly node: JsonNode; readonly path: string }[] = [{ node: record, path: "" }];
  for (let depth = 0; level.length > 0 && depth <= DEPTH && fields.size < MOST_FIELDS; depth++) {
    for (const { node, path } of level) {
      if (node.members.length === 0) fields.set(path, text.slice(node.start, Math.min(node.end, node.start + 200)));
    }
    level = level.flatMap(({ node, path }) =>
      node.members.slice(0, MOST_FIELDS).map(({ key, value }, i) => ({ node: value, path: `${path}/${key ?? i}` })),
    );
  }
  return fields;
}

/** How rare a record's rarest telling field is among all: 0 as common as any, 1 the only one. */
function rarityOf(records: readonly Fields[]): (record: Fields) => number {
  const total = records.length;
  const values = new Map<string, Map<string, number>>();
  for (const record of records) {
    for (const [path, value] of record) {
      const counts = values.get(path) ?? new Map<string, number>();
      counts.set(value, (counts.get(value) ?? 0) + 1);
      values.set(path, counts);
    }
  }
  const fields = new Map([...values].map(([path, counts]) => [path, surprises(counts, total)]));
  return (record) => {
    let rarest = 0;
    for (const [path, value] of record) rarest = Math.max(rarest, fields.get(path)!(value));
    return rarest;
  };
}

/** How surprising a value of a field is, or that the record has the field at all. */
function surprises(counts: ReadonlyMap<string, number>, total: number): (value: string) => number {
  const most = Math.log2(Math.max(2, total));
  const present = [...counts.values()].reduce((a, b) => a + b, 0);
  const presence = total < 4 ? 0 : Math.log2(total / present) / most;
  if (total < 4 || counts.size > Math.max(FEW, total * SORTING_SHARE)) return () => presence;
  const average = [...counts.values()].reduce((sum, n) => sum + (n / present) * Math.log2(present / n), 0);
  return (value) =>
    Math.max(presence, (Math.log2(present / counts.get(value)!) - average) / Math.max(most - average, 3));
}
