import type { Entry } from "../entry.js";

/** Lines by index, the end exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** One file of a unified diff. */
export interface DiffFile {
  readonly name: string;
  readonly header: Span;
  readonly hunks: readonly Span[];
}

const FILE = /^diff (?:--git|--cc|--combined|-\S+) /;
const OLD = /^--- \S/;
const NEW = /^\+\+\+ \S/;
const HUNK = /^@@+ .*@@+/;
/** Hunks a text must have, and the share of its lines that must belong to files, to be a diff. */
const LEAST_HUNKS = 2;
const LEAST_SHARE = 0.8;

/** The files of a unified diff, in order; null when the lines are something else. */
export function diffFiles(lines: readonly Entry[]): DiffFile[] | null {
  const files: { name: string; header: Span; hunks: Span[] }[] = [];
  let covered = 0;
  for (let i = 0; i < lines.length; ) {
    const from = i++;
    if (startsFile(lines, from)) {
      while (i < lines.length && !FILE.test(lines[i]!.text) && !HUNK.test(lines[i]!.text)) i++;
      files.push({ name: nameOf(lines.slice(from, i)), header: { from, to: i }, hunks: [] });
    } else if (HUNK.test(lines[from]!.text) && files.length > 0) {
      while (i < lines.length && /^[ +\-\\]/.test(lines[i]!.text) && !startsFile(lines, i)) i++;
      files.at(-1)!.hunks.push({ from, to: i });
    } else continue;
    covered += i - from;
  }
  const hunks = files.reduce((sum, file) => sum + file.hunks.length, 0);
  return hunks >= LEAST_HUNKS && covered >= lines.length * LEAST_SHARE ? files : null;
}

/** A `diff` line, or, where there are none, `---` and `+++` before a hunk. */
function startsFile(lines: readonly Entry[], i: number): boolean {
  const text = (index: number) => lines[index]?.text ?? "";
  return FILE.test(text(i)) || (OLD.test(text(i)) && NEW.test(text(i + 1)) && HUNK.test(text(i + 2)));
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
