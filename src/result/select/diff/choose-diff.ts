import type { Sampler } from "../assemble.js";
import type { Entry } from "../entry.js";
import { choosePreambles, fillWithHeads } from "./choose-preambles.js";
import type { Diff } from "./diff.js";
import { namingFiles } from "./names.js";
import { Room } from "./room.js";
import type { Span } from "./span.js";

/** Gain that is left of a hunk for each one of the same kind that is shown. */
const SAME_KIND = 0.3;
/** Hunks of a kind after which further ones only repeat. */
const MOST_OF_KIND = 3;
/** Share of the budget that the names of files without a shown hunk may take. */
const NAMES_SHARE = 0.3;
/** The same where commits part the files: what they say matters more. */
const NAMES_SHARE_OF_COMMITS = 0.2;
const NAME_TOKENS = 12;

/**
 * Chooses from a diff: the text that names commits, what has no hunks (renames, modes), then whole hunks with their
 * file's header and their commit's, the smallest and those unlike the ones shown first, as mechanical changes are long
 * and alike. Files that are not shown are named in the markers.
 */
export function chooseDiff(
  lines: readonly Entry[],
  diff: Diff,
  budget: number,
  markerTokens: number,
): { readonly chosen: readonly boolean[]; readonly sample: Sampler } {
  const { files, preambles } = diff;
  const commits = preambles.filter(({ commit }) => commit).length;
  const names = Math.min(
    files.length + commits,
    Math.floor((budget * (commits > 1 ? NAMES_SHARE_OF_COMMITS : NAMES_SHARE)) / NAME_TOKENS),
  );
  const room = new Room(lines, markerTokens, names * NAME_TOKENS);
  choosePreambles(preambles, room, budget);
  const above = ({ preamble, header }: (typeof files)[number]) =>
    preamble === null ? [header] : [preamble.head, header];
  for (const file of files) if (file.hunks.length === 0) room.take(above(file), budget);

  const shownOf = new Map<number, number>();
  const open = files.flatMap((file) =>
    file.hunks.map((span) => ({ above: above(file), span, kind: kindOf(lines, span), tokens: room.tokensOf(span) })),
  );
  const alike = new Map<number, number>();
  for (const { kind } of open) alike.set(kind, (alike.get(kind) ?? 0) + 1);
  const gain = ({ above, kind, tokens }: (typeof open)[number]) => {
    const headers = above.reduce((sum, span) => sum + (room.shows(span) ? 0 : room.tokensOf(span)), 0);
    const rarity = SAME_KIND ** (shownOf.get(kind) ?? 0) / (1 + Math.log2(alike.get(kind)!));
    return rarity / (tokens + headers + 20);
  };
  while (open.length > 0) {
    const best = open.reduce((a, b) => (gain(b) > gain(a) ? b : a));
    open.splice(open.indexOf(best), 1);
    const shown = shownOf.get(best.kind) ?? 0;
    if (shown >= MOST_OF_KIND) continue;
    if (room.take([...best.above, best.span], budget)) shownOf.set(best.kind, shown + 1);
  }
  fillWithHeads(preambles, room, budget);
  room.closeGaps();
  return { chosen: room.chosen, sample: namingFiles(lines, diff, room.chosen, names) };
}

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
