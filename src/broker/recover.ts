import { isAlive, type OutputStore } from "../capture/index.js";
import type { AuditSink, Settings } from "../contract/index.js";
import { lostRecord, scanAudit } from "../observe/index.js";

/** What dead brokers left behind, found and put in order. */
export interface Leftovers {
  /** Outputs that were not finished; they can be read as far as they go. */
  readonly outputs: number;
  /** Calls without an end in the audit file; each has a `lost` record now. */
  readonly calls: number;
}

/** Rejects when the state folder or the audit file cannot be read. */
export async function recover(settings: Settings, store: OutputStore, audit: AuditSink): Promise<Leftovers> {
  const outputs = await store.recover();
  const { file } = settings.audit;
  const unfinished = file === null ? [] : (await scanAudit(file)).unfinished;
  const lost = unfinished.filter(({ mark }) => !isAlive(mark));
  for (const call of lost) await audit.write(lostRecord(call));
  return { outputs: outputs.length, calls: lost.length };
}
