import type { Readable } from "node:stream";

const KEPT_CHARACTERS = 2000;

/** Reads a process's standard error and keeps its end, for the message when the process breaks. */
export function createErrorTail(stream: Readable): () => string {
  let tail = "";
  stream.setEncoding("utf8").on("data", (text: string) => {
    tail = (tail + text).slice(-KEPT_CHARACTERS);
  });
  return () => tail.trim();
}
