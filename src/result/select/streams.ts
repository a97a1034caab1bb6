import type { StreamName } from "../../contract/index.js";
import { estimateTokens, fits, measure } from "../tokens/index.js";
import { type Assembled, assemble } from "./assemble.js";
import type { Retrieval } from "./marker.js";
import { select } from "./select.js";
import type { StreamLog } from "./stream-log.js";
import type { WeighedLog } from "./weighed-log.js";

export interface SelectOptions {
  /** Tokens for both streams together. */
  readonly budget: number;
  readonly failed: boolean;
}

interface Both<T> {
  readonly stdout: T;
  readonly stderr: T;
}

/** Share of the budget that a success gets when not everything fits, as there is less to act on; and what it gets at least. */
const SUCCESS_SHARE = 0.5;
const SUCCESS_LEAST = 400;
/** Share of the budget that the shorter stream may take, and more so when it has the errors. */
const SHORT_SHARE = 0.4;
const SHORT_ERRORS_SHARE = 0.6;
/** Tokens that chunked counting may differ by. */
const SLACK = 8;
/** Tries with less when the real tokenizer counts more than was estimated, and how much less than it takes. */
const TRIES = 5;
const LESS = 0.97;

/** Shows everything when that fits, else the lines of each stream that tell most. Never over the budget. */
export function selectBoth(
  streams: Both<WeighedLog>,
  { budget, failed }: SelectOptions,
  retrieval: Retrieval,
): Both<Assembled> {
  const together = ({ stdout, stderr }: Both<Assembled>) => `${stdout.text}\n${stderr.text}`;
  const wholly = ({ log }: WeighedLog) => everything(log, budget, retrieval);
  const all = { stdout: wholly(streams.stdout), stderr: wholly(streams.stderr) };
  if (all.stdout !== null && all.stderr !== null) {
    const both = { stdout: all.stdout, stderr: all.stderr };
    if (fits(together(both), budget - SLACK)) return both;
  }
  const most = (failed ? budget : Math.min(budget, Math.max(SUCCESS_LEAST, budget * SUCCESS_SHARE))) - SLACK;
  let estimated = most;
  for (let tries = 0; tries < TRIES; tries++) {
    const chosen = within(streams, all, { budget: estimated, failed }, retrieval);
    const tokens = measure(together(chosen), most);
    if (tokens <= most) return chosen;
    estimated *= (most / tokens) * LESS;
  }
  const nothing = ({ log }: WeighedLog) => assemble(log, [], retrieval, () => null);
  return { stdout: nothing(streams.stdout), stderr: nothing(streams.stderr) };
}

/** Everything of a stream; null when that is above the budget for sure, or not there. */
function everything(log: StreamLog, budget: number, retrieval: Retrieval): Assembled | null {
  if (!log.complete || log.hidden.length > 0) return null;
  let tokens = 0;
  for (const { text } of log.entries) {
    tokens += estimateTokens(text) + 1;
    if (tokens > 3 * budget) return null;
  }
  return assemble(log, log.entries, retrieval, () => null);
}

/** The shorter stream first, up to its share; the other gets what is left. */
function within(
  streams: Both<WeighedLog>,
  all: Both<Assembled | null>,
  { budget, failed }: SelectOptions,
  retrieval: Retrieval,
): Both<Assembled> {
  const need = { stdout: needOf(all.stdout), stderr: needOf(all.stderr) };
  const shorter =
    need.stdout === need.stderr ? streams.stdout.log.lines < streams.stderr.log.lines : need.stdout < need.stderr;
  const short: StreamName = shorter ? "stdout" : "stderr";
  const long: StreamName = short === "stdout" ? "stderr" : "stdout";
  const pick = (stream: StreamName, tokens: number) => {
    const whole = all[stream];
    return whole !== null && need[stream] <= tokens ? whole : select(streams[stream], tokens, retrieval);
  };
  const share = pick(short, budget * (failed && short === "stderr" ? SHORT_ERRORS_SHARE : SHORT_SHARE));
  const second = pick(long, budget - estimateTokens(share.text));
  // What the longer one left over.
  const first = share.cuts.length === 0 ? share : pick(short, budget - estimateTokens(second.text));
  return short === "stdout" ? { stdout: first, stderr: second } : { stdout: second, stderr: first };
}

const needOf = (whole: Assembled | null) => (whole === null ? Number.POSITIVE_INFINITY : estimateTokens(whole.text));
