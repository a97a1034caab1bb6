import type { OutputPiece, StoredOutput } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import { FrameParser } from "./frame-parser.js";
import type { OutputFolder } from "./output-folder.js";

/** Large enough that a call to libuv's threads costs little beside the copy. */
const BLOCK_BYTES = 128 * 1024;

/** The output of that id; null when it is not stored. */
export function openStored(folder: OutputFolder, id: string): StoredOutput | null {
  const found = folder.find(id);
  if (found === null) return null;
  return {
    id,
    get encoding() {
      // It may have been finished since it was found.
      const header = folder.header(found.shelf, id) ?? folder.header("finished", id);
      return header?.encoding ?? "auto";
    },
    pieces: () => readPieces(folder, id),
  };
}

/**
 * Reads up to where the file ends now. What is cut off in the middle of a frame is given as far as it goes.
 * Throws AR_OUTPUT_NOT_FOUND when the output was removed to make room since it was found.
 */
async function* readPieces(folder: OutputFolder, id: string): AsyncGenerator<OutputPiece> {
  const file = await folder.open(id);
  if (file === null) throw new BrokerError(fault("AR_OUTPUT_NOT_FOUND", `The output ${id} was removed to make room.`));
  try {
    const parser = new FrameParser();
    while (!parser.over) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const { bytesRead } = await file.read(block, 0, BLOCK_BYTES);
      if (bytesRead === 0) return;
      yield* parser.push(block.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}
