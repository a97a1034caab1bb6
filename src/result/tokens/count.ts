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
export const fits = async (text: string, budget: number): Promise<boolean> => (await measure(text, budget)) <= budget;

/** Tokens of a text: the estimate where that is surely below the budget, or far above it, else the real count. */
export async function measure(text: string, budget: number): Promise<number> {
  if (surelyFits(text, budget)) return Math.min(budget, estimateTokens(text));
  const most = budget * marginOf(text);
  const estimate = estimateTokens(text, most);
  return estimate > most ? estimate : countTokens(text);
}

const marginOf = (text: string) => (/^[\0-\x7f]*$/.test(text) ? MARGIN : MARGIN_BEYOND_ASCII);

/** Counts tokens as cl100k_base does, in chunks, which can only add to the count. Loads the tokenizer. */
export async function countTokens(text: string): Promise<number> {
  const { countTokens: count } = await import("gpt-tokenizer/encoding/cl100k_base");
  let tokens = 0;
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + CHUNK);
    const feed = text.lastIndexOf("\n", end);
    if (end < text.length && feed > at) end = feed + 1;
    else if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end--;
    tokens += count(text.slice(at, end), { disallowedSpecial: new Set() });
    at = end;
  }
  return tokens;
}

const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
