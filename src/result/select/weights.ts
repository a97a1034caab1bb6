/**
 * Every number that the choice of lines hangs on, in one place. Set by hand: a third more or less of any of them moves
 * the share of facts kept on the corpus by half a point at most (docs/output.md).
 */
export const WEIGHTS = {
  /** A line's own weight: rarity of its words and of its outline, being the only one, closing or naming something. */
  words: 0.6,
  outline: 0.35,
  novelty: 0.3,
  summary: 0.5,
  summaryBefore: 0.4,
  place: 0.15,
  outlier: 0.35,
  odd: 0.5,
  severity: 1,
  /** Ends of the stream: the first line and the last, and what is left of it one line further. */
  head: 0.5,
  headDecay: 0.75,
  tail: 0.9,
  tailSuccess: 0.6,
  tailDecay: 0.75,
  /** From this weight on a line is an anchor; shares of its weight that lines of its block get. */
  anchor: 0.7,
  deeper: 0.9,
  deeperDecay: 0.95,
  beside: 0.5,
  besideDecay: 0.8,
  frames: 0.75,
  framesDecay: 0.88,
  before: 0.35,
  heading: 0.7,
  /** Gain below which a line is noise, and below which it only fills the room. */
  noise: 0.26,
  fill: 0.5,
  /** What a line must gain beyond that for each marker there is already. */
  fatigue: 0.06,
  /** What is left of a template's gain each time it is shown, and how fast an outline's falls. */
  sameWords: 0.4,
  sameOutline: 0.15,
  /** Tokens that halve the gain of a line when it comes to what is tried first. */
  longLine: 150,
  /** How much sooner a line is tried that goes on with a list of failures. */
  goesOn: 2,
  /** Gaps that cost up to this many times a marker are shown. */
  closing: 1.2,
};

/** Severity of an error or a failure: more than a warning's, and not denied. */
export const TROUBLE = 0.5;
