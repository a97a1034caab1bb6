// Scores one answer against what a reader must find.
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";

const CHUNK = 2000;

/** Real tokens, counted in chunks: tokenizers are quadratic on long runs of one character. */
export function tokensOf(text) {
  let tokens = 0;
  for (let at = 0; at < text.length; at += CHUNK) {
    tokens += countTokens(text.slice(at, at + CHUNK), { disallowedSpecial: new Set() });
  }
  return tokens;
}

/** Without control sequences, white space folded, as facts are matched. */
const folded = (text) =>
  text.replace(/\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b\][^\x07\x1b\n]*(?:\x07|\x1b\\)/g, "").replace(/\s+/g, " ");

/** @returns {{kept: boolean[], share: number, must: boolean}} */
export function scoreText(kase, text) {
  const seen = folded(text);
  const kept = kase.key_facts.map((fact) =>
    (typeof fact === "string" ? [fact] : fact.any).some((wording) => seen.includes(folded(wording))),
  );
  const share = kept.length === 0 ? 1 : kept.filter(Boolean).length / kept.length;
  return { kept, share, must: kase.must.every((index) => kept[index]) };
}
