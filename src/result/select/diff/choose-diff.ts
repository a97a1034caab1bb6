import { estimateTokens } from "../../tokens/index.js";
import type { Sampler } from "../assemble.js";
import type { Entry } from "../entry.js";
import type { DiffFile, Span } from "./diff.js";

/** Gain that is left of a hunk for each one of the same kind that is shown. */
const SAME_KIND = 0.3;
/** Hunks of a kind after which further ones only repeat. */
const MOST_OF_KIND = 3;
/** Share of the budget that the names of files without a shown hunk may take. */
const NAMES_SHARE = 0.3;
const NAME_TOKENS = 12;

/**
 * Chooses from a diff: what has no hunks (renames, modes), then whole hunks with their file's header, the smallest and
 * those unlike the ones shown first, as mechanical changes are long and alike. Files that are not shown are named in
 * the markers.
 */
export function chooseDiff(
  lines: readonly Entry[],
  files: readonly DiffFile[],
  budget: number,
  markerTokens: number,
): { readonly chosen: boolean[]; readonly sample: Sampler } {
  const chosen = lines.map(() => false);
  const tokensOf = ({ from, to }: Span) =>
    lines.slice(from, to).reduce((sum, { text }) => sum + estimateTokens(`${text}\n`), 0);
  let spent = markerTokens + Math.min(files.length * NAME_TOKENS, budget * NAMES_SHARE);
  const take = (spans: readonly Span[], markers: number) => {
    const tokens = spans.reduce((sum, span) => sum + tokensOf(span), markers * markerTokens);
    if (spent + tokens > budget) return false;
    spent += tokens;
    for (const { from, to } of spans) chosen.fill(true, from, to);
    return true;
  };
  for (const file of files) if (file.hunks.length === 0) take([file.header], follows(chosen, file.header) ? 0 : 1);

  const shownOf = new Map<number, number>();
  const open = files.flatMap((file) =>
    file.hunks.map((span) => ({ file, span, kind: kindOf(lines, span), tokens: tokensOf(span) })),
  );
  const alike = new Map<number, number>();
  for (const { kind } of open) alike.set(kind, (alike.get(kind) ?? 0) + 1);
  const gain = ({ file, kind, tokens }: (typeof open)[number]) => {
    const header = chosen[file.header.from] ? 0 : tokensOf(file.header);
    const rarity = SAME_KIND ** (shownOf.get(kind) ?? 0) / (1 + Math.log2(alike.get(kind)!));
    return rarity / (tokens + header + 20);
  };
  while (open.length > 0) {
    const best = open.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    open.splice(open.indexOf(best), 1);
    const shown = shownOf.get(best.kind) ?? 0;
    if (shown >= MOST_OF_KIND) continue;
    const spans = chosen[best.file.header.from] ? [best.span] : [best.file.header, best.span];
    if (take(spans, follows(chosen, spans[0]!) ? 0 : 1)) shownOf.set(best.kind, shown + 1);
  }
  return { chosen, sample: namingFiles(lines, files, Math.floor((budget * NAMES_SHARE) / NAME_TOKENS)) };
}

const follows = (chosen: readonly boolean[], { from }: Span) => from === 0 || chosen[from - 1] === true;

/** Hunks that change lines of the same outlines are of one kind. */
function kindOf(lines: readonly Entry[], { from, to }: Span): number {
  const outlines = new Set<number>();
  for (let i = from + 1; i < to; i++) {
    if (/^[+-]/.test(lines[i]!.text)) outlines.add(lines[i]!.template.outline);
  }
  return [...outlines]
    .sort((a, b) => a - b)
    .reduce((hash, outline) => Math.imul(hash ^ outline, 0x01000193), 0x811c9dc5);
}

/** Names the files whose lines lie in a cut, with the lines added and removed there. */
function namingFiles(lines: readonly Entry[], files: readonly DiffFile[], most: number): Sampler {
  return (from, to) => {
    const named: string[] = [];
    for (const { name, header, hunks } of files) {
      const last = hunks.at(-1) ?? header;
      if (lines[header.from]!.line > to.line || lines[last.to - 1]!.line < from.line) continue;
      const changed = hunks
        .flatMap((hunk) => lines.slice(hunk.from + 1, hunk.to))
        .filter(({ line }) => line >= from.line && line <= to.line);
      const count = (sign: string) => changed.filter(({ text }) => text.startsWith(sign)).length;
      named.push(`${name} +${count("+")} -${count("-")}`);
    }
    if (named.length === 0) return null;
    const more = named.length > most ? `, and ${named.length - most} more files` : "";
    return `of ${named.slice(0, most).join(", ")}${more}`;
  };
}
