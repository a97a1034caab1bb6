import { ControlFilter } from "../render/index.js";
import { LiveDecoder } from "./live-decoder.js";

/** Output as it comes, as text that is safe to print. */
export interface LiveText {
  /** The text of a chunk, and of what was held back before it. Never half a character, never a control sequence. */
  write(chunk: Buffer): string;
  /** What was still held back. */
  end(): Promise<string>;
}

/**
 * Decodes and cleans one stream while it runs, for `output` events and people who watch. Lone returns stay, so that a
 * progress line overwrites itself on a terminal; they are the only control besides line feed and tab.
 * @param encoding what the tool declares, "auto" when nothing
 */
export function createLiveText(encoding: string): LiveText {
  const decoder = new LiveDecoder(encoding);
  const filter = new ControlFilter();
  return {
    write: (chunk) => filter.write(decoder.write(chunk)).toWellFormed(),
    end: async () => (filter.write(await decoder.end()) + filter.end()).toWellFormed(),
  };
}
