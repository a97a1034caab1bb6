import type { Entry } from "../entry.js";
import { type Preamble, preamblesOf, SIGNATURE } from "./preamble.js";
import type { Span } from "./span.js";

/** One file of a unified diff. */
export interface DiffFile {
  readonly name: string;
  readonly header: Span;
  readonly hunks: readonly Span[];
  /** The text above it that says what it belongs to, as a commit's. */
  readonly preamble: Preamble | null;
}

export interface Diff {
  readonly files: readonly DiffFile[];
  /** The text before, between and after the files, in order. */
  readonly preambles: readonly Preamble[];
}

const FILE = /^diff (?:--git|--cc|--combined|-\S+) /;
const OLD = /^--- \S/;
const NEW = /^\+\+\+ \S/;
const HUNK = /^@@+ .*@@+/;
const COUNTS = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** Lines of a file before its hunks. */
const HEADER =
  /^(?:index |(?:(?:old|new|deleted file|new file) )?mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |--- \S|\+\+\+ \S|Binary files |GIT binary patch$)/;
const BINARY = /^(?:(?:literal|delta) \d+|[A-Za-z]\S{5,}|)$/;
/** Hunks a text must have, and the share of its lines, commits' texts aside, that must belong to files, to be a diff. */
const LEAST_HUNKS = 2;
const LEAST_SHARE = 0.8;

/** The files of a unified diff and the text between them, in order; null when the lines are something else. */
export function readDiff(lines: readonly Entry[]): Diff | null {
  const files: { name: string; header: Span; hunks: Span[]; preamble: Preamble | null }[] = [];
  const preambles: Preamble[] = [];
  let hunks = 0;
  let current: Preamble | null = null;
  let textFrom = 0;
  const endText = (to: number) => {
    for (const preamble of preamblesOf(lines, { from: textFrom, to })) {
      preambles.push(preamble);
      if (preamble.commit || current?.commit !== true) current = preamble;
    }
  };
  for (let i = 0; i < lines.length; ) {
    const from = i++;
    if (startsFile(lines, from)) {
      endText(from);
      while (i < lines.length && (lines[i]!.start > 0 || HEADER.test(lines[i]!.text))) i++;
      files.push({ name: nameOf(lines.slice(from, i)), header: { from, to: i }, hunks: [], preamble: current });
      if (lines[i - 1]!.text === "GIT binary patch") while (i < lines.length && BINARY.test(lines[i]!.text)) i++;
    } else if (files.length > 0 && HUNK.test(lines[from]!.text)) {
      endText(from);
      i = hunkEnd(lines, from);
      files.at(-1)!.hunks.push({ from, to: i });
      hunks++;
    } else continue;
    textFrom = i;
  }
  endText(lines.length);
  const lengths = (commit: boolean) =>
    preambles.filter((preamble) => preamble.commit === commit).reduce((sum, { from, to }) => sum + to - from, 0);
  const rest = lines.length - lengths(true);
  return hunks >= LEAST_HUNKS && rest - lengths(false) >= rest * LEAST_SHARE ? { files, preambles } : null;
}

/** A `diff` line, or, where there are none, `---` and `+++` before a hunk. */
function startsFile(lines: readonly Entry[], i: number): boolean {
  const text = (index: number) => lines[index]?.text ?? "";
  return FILE.test(text(i)) || (OLD.test(text(i)) && NEW.test(text(i + 1)) && HUNK.test(text(i + 2)));
}

/** Its counts only tell whether an empty line is one of context that lost its space: not every tool counts right. */
function hunkEnd(lines: readonly Entry[], from: number): number {
  const counts = COUNTS.exec(lines[from]!.text);
  let left = counts === null ? 0 : Number(counts[1] ?? 1) + Number(counts[2] ?? 1);
  let i = from + 1;
  for (; i < lines.length; i++) {
    const { text, start } = lines[i]!;
    if (start > 0) continue;
    const context = text.startsWith(" ") || (text === "" && left >= 2);
    if (!context && !/^[+\-\\]/.test(text)) break;
    // A signature looks like a removed line.
    if (startsFile(lines, i) || (left <= 0 && SIGNATURE.test(text))) break;
    left -= context ? 2 : text.startsWith("\\") ? 0 : 1;
  }
  return i;
}

/** The new name of a file, of its old one where it is gone. */
function nameOf(header: readonly Entry[]): string {
  const path = (pattern: RegExp) =>
    header.map(({ text }) => pattern.exec(text)?.[1]).find((name) => name !== undefined);
  return (
    path(/^\+\+\+ (?:b\/)?(?!\/dev\/null)([^\t]+)/) ??
    path(/^--- (?:a\/)?([^\t]+)/) ??
    path(/^diff .* (?:b\/)?(\S+)$/) ??
    ""
  );
}
