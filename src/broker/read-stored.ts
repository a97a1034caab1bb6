import type { OutputStore } from "../capture/index.js";
import type { OutputPage, OutputQuery, StoredOutput } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import { readOutput } from "../result/index.js";

/** The stored output of that id; throws a BrokerError `AR_OUTPUT_NOT_FOUND`. */
export function findStored(store: OutputStore, id: string): StoredOutput {
  // Callers in JavaScript may give anything.
  const stored = typeof id === "string" ? store.read(id) : null;
  if (stored !== null) return stored;
  throw new BrokerError(
    fault("AR_OUTPUT_NOT_FOUND", `No output ${JSON.stringify(String(id).slice(0, 64))} is stored.`, {
      hint: "Ids are in `output.id` of a result. The oldest outputs leave when `[output] keep` is reached.",
    }),
  );
}

export const readStored = async (store: OutputStore, id: string, query: OutputQuery): Promise<OutputPage> =>
  readOutput(findStored(store, id), query);
