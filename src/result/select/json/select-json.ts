import type { Assembled } from "../assemble.js";
import type { Retrieval } from "../marker.js";
import type { StreamLog } from "../stream-log.js";
import { outlineJson } from "./outline.js";
import { scanJson } from "./scan.js";

/** Longer documents are treated as lines. */
const LONGEST_DOCUMENT = 2 * 1024 * 1024;

/** An outline of a stream that is one JSON document; null when it is something else, or when no outline fits. */
export function selectJson(log: StreamLog, budget: number, retrieval: Retrieval): Assembled | null {
  const { entries } = log;
  const first = entries.find(({ indent }) => indent >= 0)?.text.trimStart()[0];
  if (!log.complete || log.hidden.length > 0 || (first !== "{" && first !== "[")) return null;
  if (entries.reduce((sum, { text }) => sum + text.length, 0) > LONGEST_DOCUMENT) return null;
  const text = entries.map((entry) => (entry.ends ? `${entry.text}\n` : entry.text)).join("");
  const root = scanJson(text);
  return root === null ? null : outlineJson(log, text, root, budget, retrieval);
}
