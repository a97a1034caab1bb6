import type { Entry } from "../entry.js";
import type { Span } from "./span.js";

/** Text outside the files of a diff: of one commit, or any other. */
export interface Preamble extends Span {
  readonly commit: boolean;
  /** What names it: a commit's lines from the first to its subject. */
  readonly head: Span;
  /** Index of the line that says most of it. */
  readonly subject: number;
  /** Template of that line; preambles of one template are alike. */
  readonly kind: number;
  /** The rest of what was written; what is counted below it, as by `--stat`, is not in it. */
  readonly body: Span;
  /** Lines below the head that should not be missed, the loudest first. */
  readonly loud: readonly Span[];
  /** 0 … 1: how much it asks to be read. */
  readonly loudness: number;
}

const COMMIT = /^(?:commit [0-9a-f]{7,64}\b|From [0-9a-f]{40,64} |[0-9a-f]{7,64} \S|# HG changeset patch|changeset: )/;
/** Lines of a head: as many as git's fullest has before its subject; of other text. */
const MOST_HEAD = 10;
const TEXT_HEAD = 3;
/** What mail puts below a patch. */
export const SIGNATURE = /^-- ?$/;
const LOUD = /\bBREAKING\b|\bbreaking change|\bCVE-\d|\bsecurity\b|\bvulnerab|^\s*revert\b|\bthis reverts\b/i;
const TELLING = /\b(?:hot)?fix(?:e[sd])?\b|\bbug\b|\bregression\b|\bmigrat|\bdeprecat/i;
/** Severity from which a line of a message is telling. */
const SEVERE = 0.6;
/** Loud lines of one preamble at most. */
const MOST_LOUD = 4;

/** Parts text where a commit begins; what is blank is none, and a mail's signature neither. */
export function preamblesOf(lines: readonly Entry[], { from, to }: Span): Preamble[] {
  const starts = [from];
  for (let i = from + 1; i < to; i++) if (lines[i]!.start === 0 && COMMIT.test(lines[i]!.text)) starts.push(i);
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? to;
    let first = start;
    while (first < end && lines[first]!.indent === -1) first++;
    return first === end || SIGNATURE.test(lines[first]!.text) ? [] : [preambleOf(lines, { from: first, to: end })];
  });
}

function preambleOf(lines: readonly Entry[], { from, to }: Span): Preamble {
  const commit = COMMIT.test(lines[from]!.text);
  const subject = commit ? subjectOf(lines, { from, to }) : from;
  const headEnd = commit ? subject + 1 : Math.min(to, from + TEXT_HEAD);
  const loudnesses = Array.from({ length: to - from }, (_, i) => loudnessOf(lines[from + i]!));
  const loud = loudnesses
    .map((loudness, i) => ({ loudness, from: from + i, to: from + i + 1 }))
    .filter((line) => line.from >= headEnd && line.loudness > 0)
    .sort((a, b) => b.loudness - a.loudness)
    .slice(0, MOST_LOUD);
  const stat = lines.slice(headEnd, to).findIndex(({ text }) => text === "---");
  const head = { from, to: headEnd };
  const body = { from: headEnd, to: stat === -1 ? to : headEnd + stat };
  const loudness = loudnesses.reduce((most, next) => Math.max(most, next), 0);
  return { from, to, commit, head, body, subject, kind: lines[subject]!.template.words, loud, loudness };
}

/** The line below the first blank one; of a mail, what `Subject:` says; of one line, itself. */
function subjectOf(lines: readonly Entry[], { from, to }: Span): number {
  let blank = false;
  for (let i = from + 1; i < Math.min(to, from + MOST_HEAD); i++) {
    const { text, indent } = lines[i]!;
    if (text.startsWith("Subject: ")) {
      while (i + 1 < to && /^ \S/.test(lines[i + 1]!.text)) i++;
      return i;
    }
    if (indent === -1) blank = true;
    else if (blank) return i;
  }
  return from;
}

function loudnessOf({ text, signals }: Entry): number {
  if (LOUD.test(text)) return 1;
  return TELLING.test(text) || signals.severity >= SEVERE ? 0.5 : 0;
}
