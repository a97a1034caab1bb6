import { join } from "node:path";
import { createOutputStore } from "../capture/index.js";
import type { OutputQuery, StreamName } from "../contract/index.js";
import { rawOutput, streamOutput } from "../result/index.js";
import { loadConfig } from "./load.js";
import type { BrokerOptions } from "./options.js";
import { findStored } from "./read-stored.js";

/** Stored outputs without a broker: they can be read whatever state the registry is in. */
export interface Outputs {
  /** As text with the line numbers that markers name, a piece at a time. Throws a BrokerError as `Broker.readOutput` does. */
  text(id: string, query: OutputQuery): AsyncIterable<string>;
  /** The bytes as they were printed; with both streams in order of arrival. `onGap` is told of bytes that are not stored. */
  raw(id: string, query: OutputQuery, onGap: (stream: StreamName, bytes: number) => void): AsyncIterable<Buffer>;
}

export async function openOutputs(options: BrokerOptions): Promise<Outputs> {
  const { stateDir, output } = (await loadConfig(options)).settings;
  const store = createOutputStore({ dir: join(stateDir, "outputs"), keepBytes: output.keepBytes });
  return {
    text: (id, query) => streamOutput(findStored(store, id), query),
    raw: (id, query, onGap) => rawOutput(findStored(store, id), query, onGap),
  };
}
