import { isLowSurrogate } from "../surrogates.js";
import { countByPairs } from "./bpe.js";
import { estimateTokens } from "./estimate.js";

/** Text counted at a time: tokenizers take quadratic time on a long run of one character. */
const CHUNK = 2000;
/** Characters that a token seldom exceeds; only runs of one character have longer ones. */
const LONGEST_TOKEN = 100;
/** The real count is never further above the estimate than by these few tokens and this margin; the second is for text that is not all ASCII. */
const FEW = 8;
const MARGIN = 1.4;
const MARGIN_BEYOND_ASCII = 2.2;

/** Whether a text surely fits, without a tokenizer: a token has at least one byte, and the estimate has its margin. */
export function surelyFits(text: string, budget: number): boolean {
  if (text.length <= budget && Buffer.byteLength(text) <= budget) return true;
  if (text.length > budget * LONGEST_TOKEN) return false;
  return estimateTokens(text, budget) * marginOf(text) + FEW <= budget;
}

/** Whether a text fits, by the real tokenizer where the estimate leaves doubt. */
export const fits = (text: string, budget: number): boolean => measure(text, budget) <= budget;

/** Tokens of a text: the estimate where that is surely below the budget, or far above it, else the real count. */
export function measure(text: string, budget: number): number {
  if (surelyFits(text, budget)) return Math.min(budget, estimateTokens(text));
  const most = budget * marginOf(text);
  const estimate = estimateTokens(text, most);
  return estimate > most ? estimate : countTokens(text);
}

const marginOf = (text: string) => (/^[\0-\x7f]*$/.test(text) ? MARGIN : MARGIN_BEYOND_ASCII);

/** Counts tokens as cl100k_base does, in chunks, which can only add to the count. */
export function countTokens(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK);
    const feed = text.lastIndexOf("\n", end);
    if (end < text.length && feed > at) end = feed + 1;
    else if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end--;
    tokens += countByPairs(text.slice(at, end));
    at = end;
  }
  return tokens;
}
