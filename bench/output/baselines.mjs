// What is commonly done with long output, for comparison. Each gets the decoded text and a budget in characters.
import { joined } from "./ours.mjs";

const MARK = "\n[... left out ...]\n";

/** Cuts by characters, at three characters a token, so that the budget is kept on most text. */
const cut = (headShare) => (text, budget) => {
  const room = budget * 3 - MARK.length;
  if (text.length <= room) return text;
  const head = Math.floor(room * headShare);
  return text.slice(0, head) + MARK + text.slice(text.length - (room - head));
};

const METHODS = { head: cut(1), tail: cut(0), "half/half": cut(0.5), "20/80": cut(0.2) };

export const BASELINES = Object.fromEntries(
  Object.entries(METHODS).map(([name, method]) => [
    name,
    (kase, budget) => method(joined(kase.stdout.toString(), kase.stderr.toString()), budget),
  ]),
);
