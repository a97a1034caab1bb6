import type { WireBroker } from "../../broker/index.js";
import type { SourceFault } from "../../contract/index.js";
import { RecentOutputs } from "./recent-outputs.js";
import { Runs } from "./runs.js";

/** What all sessions of one server process share. */
export class Hub {
  readonly outputs = new RecentOutputs();
  readonly runs: Runs;
  /** Faults of the registry files as they are on disk; empty when what is on disk is in force. */
  registryFaults: readonly SourceFault[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(readonly broker: WireBroker) {
    this.runs = new Runs(broker, (result) => this.outputs.add(result));
  }

  /** Calls back when the list of tools has changed; the returned function ends that. */
  onToolsChanged(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  toolsChanged(): void {
    for (const listener of this.listeners) listener();
  }
}
