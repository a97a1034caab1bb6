import { estimateTokens } from "../tokens/index.js";
import { type Assembled, assemble, type Sampler } from "./assemble.js";
import { choose } from "./choose.js";
import { chooseDiff } from "./diff/choose-diff.js";
import { readDiff } from "./diff/diff.js";
import { selectJson } from "./json/select-json.js";
import { isList } from "./list.js";
import { markerLine, type Retrieval } from "./marker.js";
import { sampleCommonest } from "./sample.js";
import type { StreamLog } from "./stream-log.js";
import { isProse } from "./weigh.js";
import type { WeighedLog } from "./weighed-log.js";

/** Share of the budget that lines which only fill the room may take. */
const FILL_SHARE = 0.5;
/** Tokens for a stream that is mostly binary. */
const BINARY_BUDGET = 200;

/** Chooses what to show of one stream: by its structure where that is certain, else line by line. */
export function select(weighed: WeighedLog, budget: number, retrieval: Retrieval): Assembled {
  const { log } = weighed;
  if (mostlyBinary(log)) return selectLines(weighed, Math.min(budget, BINARY_BUDGET), retrieval);
  return (
    selectJson(log, budget, retrieval) ?? selectDiff(log, budget, retrieval) ?? selectLines(weighed, budget, retrieval)
  );
}

function selectDiff(log: StreamLog, budget: number, retrieval: Retrieval): Assembled | null {
  const diff = log.complete ? readDiff(log.entries) : null;
  if (diff === null) return null;
  const { chosen, sample } = chooseDiff(log.entries, diff, budget, markerTokensOf(log, retrieval));
  return show(log, chosen, retrieval, sample);
}

function selectLines({ log, lines, failed }: WeighedLog, budget: number, retrieval: Retrieval): Assembled {
  const markerTokens = markerTokensOf(log, retrieval);
  const fillBudget = isProse(log.counts, failed) ? budget : budget * FILL_SHARE;
  const list = !failed && isList(log.entries);
  const chosen = choose(lines, { budget, lines: log.lines, markerTokens, fillBudget, list });
  return show(log, chosen, retrieval, log.complete ? sampleCommonest(log.entries) : () => null);
}

function show(log: StreamLog, chosen: readonly boolean[], retrieval: Retrieval, sample: Sampler): Assembled {
  const entries = log.entries.filter((_, index) => chosen[index]);
  return assemble(log, entries, retrieval, sample);
}

/** Whether what text there is stands between binary data, as the strings in a program do. */
function mostlyBinary({ hidden, entries }: StreamLog): boolean {
  const binary = hidden.reduce((sum, row) => sum + (row.kind === "binary" ? row.bytes : 0), 0);
  return binary > 0 && binary > entries.reduce((sum, { text }) => sum + text.length, 0);
}

/** Tokens of a marker in this stream; half of them have a sample. */
function markerTokensOf(log: StreamLog, retrieval: Retrieval): number {
  const edge = { line: log.lines, character: null };
  const cut = { stream: log.stream, from: edge, to: edge, of: log.lines, sample: null, binaryBytes: 0, lostBytes: 0 };
  return estimateTokens(markerLine(cut, retrieval)) + 8;
}
