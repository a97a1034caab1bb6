import type { Preamble } from "./preamble.js";
import type { Room } from "./room.js";
import type { Span } from "./span.js";

/**
 * Shares of the budget that text outside files may take before hunks do: all of it, that of the one that tells most,
 * and the lines below one's head.
 */
const SHARE = 0.35;
const FIRST_SHARE = 0.5;
const BODY_SHARE = 0.15;
/** Preambles alike that are no commit's, after which further ones only repeat. */
const MOST_OF_KIND = 3;

/**
 * Shows the heads of preambles with their loud lines, loud ones and those unlike the others first; what is left of
 * their share goes to the lines below the heads that are shown, from the top.
 */
export function choosePreambles(preambles: readonly Preamble[], room: Room, budget: number): void {
  const before = room.spent;
  const within = (share: number) => before + budget * share;
  const shownOf = new Map<number, number>();
  const order = byRank(preambles);
  order.forEach(({ commit, kind, head, loud }, place) => {
    const most = within(place === 0 ? FIRST_SHARE : SHARE);
    const shown = shownOf.get(kind) ?? 0;
    if ((!commit && shown >= MOST_OF_KIND) || !room.take([head], most)) return;
    shownOf.set(kind, shown + 1);
    for (const line of loud) room.take([line], most);
  });
  for (const { body } of order.filter(({ head }) => room.shows(head))) {
    takeBody(body, room, { each: budget * BODY_SHARE, most: within(SHARE) });
  }
}

/** What hunks left over is for the heads of further commits. */
export function fillWithHeads(preambles: readonly Preamble[], room: Room, budget: number): void {
  for (const { commit, head } of byRank(preambles)) if (commit) room.take([head], budget);
}

/** The first one leads among those that tell as much. */
function byRank(preambles: readonly Preamble[]): Preamble[] {
  const alike = new Map<number, number>();
  for (const { kind } of preambles) alike.set(kind, (alike.get(kind) ?? 0) + 1);
  const rank = ({ kind, loudness }: Preamble) => loudness + 1 / alike.get(kind)!;
  return preambles.toSorted((a, b) => rank(b) - rank(a));
}

/** Whole lines from the top, as far as they go. */
function takeBody(body: Span, room: Room, { each, most }: { readonly each: number; readonly most: number }): void {
  let tokens = 0;
  for (let i = body.from; i < body.to; i++) {
    const line = { from: i, to: i + 1 };
    tokens += room.tokensOf(line);
    if (tokens > each || !room.take([line], most)) return;
  }
}
