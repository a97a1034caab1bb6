import { type CodePage, loadCodePage } from "./code-page.js";
import { DOUBLE_BYTE, SINGLE_BYTE } from "./letters.js";

const SAMPLE_BYTES = 16 * 1024;
/** Share of the characters that must be common ones of the code page's language. */
const CONVINCING = 0.75;
/** chardet's confidence, of 100, from which it is more than a guess. */
const CHARDET_SURE = 50;

/**
 * The code page of lines that are no UTF-8, told by which one makes common letters of its language out of them;
 * chardet decides where that says nothing. Null when no code page fits: the text is damaged, or no text.
 */
export async function likelyCodePage(lines: readonly Buffer[]): Promise<CodePage | null> {
  const sample = Buffer.concat(lines).subarray(0, SAMPLE_BYTES);
  for (const { label, score } of DOUBLE_BYTE) {
    if (score(sample) >= CONVINCING) return fitting(label, lines);
  }
  let best: CodePage | null = null;
  let most = CONVINCING;
  for (const { label, score } of SINGLE_BYTE) {
    const page = await loadCodePage(label);
    const share = page === null ? 0 : score(page.decode(sample));
    if (share > most) [best, most] = [page, share];
  }
  return best ?? byStatistics(sample, lines);
}

async function byStatistics(sample: Buffer, lines: readonly Buffer[]): Promise<CodePage | null> {
  const { default: chardet } = await import("chardet");
  const [first] = chardet.analyse(sample);
  if (first === undefined || first.confidence < CHARDET_SURE || first.name.startsWith("UTF")) return null;
  return fitting(first.name, lines);
}

/** The code page, when most lines have nothing in them that it lacks. */
async function fitting(label: string, lines: readonly Buffer[]): Promise<CodePage | null> {
  const page = await loadCodePage(label);
  if (page === null) return null;
  const clean = lines.filter((line) => !/[\ufffd\x80-\x9f]/.test(page.decode(line))).length;
  return clean * 2 > lines.length ? page : null;
}
