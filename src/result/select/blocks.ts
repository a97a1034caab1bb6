import { adjoins } from "./entry.js";
import type { Weighed } from "./weigh.js";
import { TROUBLE, WEIGHTS } from "./weights.js";

const MOST_FOLLOWING = 30;
const MOST_UNINDENTED = 10;
const FARTHEST_HEADING = 80;

/** Ties lines to the anchors they belong to: details below, frames above, headings over both. */
export function tieBlocks(lines: readonly Weighed[]): void {
  lines.forEach((line, index) => {
    if (line.own < WEIGHTS.anchor) return;
    tieFollowing(lines, index);
    tiePreceding(lines, index);
    tieHeadings(lines, index);
  });
}

function tie(lines: readonly Weighed[], index: number, anchor: number, share: number, heading = false): void {
  const line = lines[index]!;
  const held = line.anchor === -1 ? 0 : lines[line.anchor]!.own * line.share;
  if (lines[anchor]!.own * share > held) {
    line.anchor = anchor;
    line.share = share;
    line.heading = heading;
  }
}

/**
 * Lines below, until the next thing of the same kind: indented deeper, or under one heading with it, even after a blank
 * line; at the margin until a blank line.
 */
function tieFollowing(lines: readonly Weighed[], anchor: number): void {
  const { entry } = lines[anchor]!;
  let deeper = WEIGHTS.deeper;
  let beside = WEIGHTS.beside;
  let unindented = 0;
  for (let i = anchor + 1; i < lines.length && i - anchor <= MOST_FOLLOWING; i++) {
    const next = lines[i]!.entry;
    if (!follows(lines, i)) return;
    if (next.indent === -1) {
      const after = lines[i + 1]?.entry;
      if (after === undefined || after.indent < Math.max(1, entry.indent)) return;
      tie(lines, i, anchor, deeper * 0.8);
    } else if (next.indent > entry.indent) {
      tie(lines, i, anchor, deeper);
      deeper *= WEIGHTS.deeperDecay;
    } else {
      if (++unindented > MOST_UNINDENTED || sameKind(lines[anchor]!, lines[i]!)) return;
      tie(lines, i, anchor, beside);
      beside *= WEIGHTS.besideDecay;
    }
  }
}

/**
 * Lines above: the frames that led to an error are indented deeper than it. The line directly above says what was being
 * done, as a heading does.
 */
function tiePreceding(lines: readonly Weighed[], anchor: number): void {
  const { entry } = lines[anchor]!;
  const trouble = entry.signals.severity >= TROUBLE;
  let deeper = WEIGHTS.frames;
  let beside = WEIGHTS.before;
  for (let i = anchor - 1; i >= 0 && anchor - i <= 5; i--) {
    const before = lines[i]!.entry;
    if (!follows(lines, i + 1) || before.indent === -1) return;
    if (before.indent > entry.indent) {
      tie(lines, i, anchor, deeper);
      deeper *= WEIGHTS.framesDecay;
    } else {
      if (anchor - i > 2) return;
      tie(lines, i, anchor, beside, trouble && i === anchor - 1);
      beside *= 0.7;
    }
  }
}

/** The lines that an indented one stands under, up to the margin, and the section it is in. */
function tieHeadings(lines: readonly Weighed[], anchor: number): void {
  let indent = lines[anchor]!.entry.indent;
  let section = false;
  let steps = 0;
  for (let i = anchor - 1; i >= 0 && anchor - i <= FARTHEST_HEADING; i--) {
    const { entry } = lines[i]!;
    if (entry.indent === -1) continue;
    if (entry.ruler && /[a-z]/i.test(entry.text) && !section) {
      section = true;
      tie(lines, i, anchor, WEIGHTS.heading, true);
    }
    if (entry.indent < indent && steps < 4) {
      tie(lines, i, anchor, WEIGHTS.heading * 0.9 ** steps++, true);
      indent = entry.indent;
    }
    if (section && indent === 0) return;
  }
}

const sameKind = (a: Weighed, b: Weighed) =>
  a.entry.template.words === b.entry.template.words ||
  (b.entry.signals.kind === "error" && a.entry.signals.kind === "error" && b.entry.indent <= a.entry.indent);

/** Whether a line stands right after the one before it in the list. */
const follows = (lines: readonly Weighed[], index: number) =>
  index > 0 && adjoins(lines[index - 1]!.entry, lines[index]!.entry);
