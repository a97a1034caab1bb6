import type { Captured, Cleanup, CleanupInfo, Result, Settlement, StoredOutput } from "../contract/index.js";
import { errorBody } from "../errors/index.js";
import { endingOf } from "./outcome.js";
import { plainOutput } from "./plain.js";
import type { Presented, PresentOptions } from "./presented.js";

/** Makes the answer to a call that was run: every field of contract section 3, always. Does not reject. */
export async function buildResult({ call, execution, stored }: Settlement): Promise<Result> {
  const { captured } = execution;
  const ending = endingOf(execution.outcome, call);
  const shown =
    captured === null
      ? null
      : await present(captured, stored, {
          encoding: call.tool.encoding,
          budget: call.outputTokens,
          failed: ending.status !== "success",
        });
  return {
    id: call.id,
    tool: call.tool.name,
    status: ending.status,
    exit_code: ending.exit?.code ?? null,
    signal: ending.exit?.signal ?? null,
    stdout: shown?.stdout ?? "",
    stderr: shown?.stderr ?? "",
    truncated: shown?.truncated ?? false,
    output: shown?.output ?? null,
    key_lines: shown?.keyLines ?? [],
    counts: shown?.counts ?? null,
    duration_ms: execution.durationMs === null ? null : tenths(execution.durationMs),
    queued_ms: tenths(execution.queuedMs),
    note: joinNotes([...call.notes, ending.note, captured?.spoolNote ?? null, shown?.note ?? null]),
    cleanup: cleanupInfo(execution.cleanup),
    error: ending.fault === null ? null : errorBody(ending.fault),
  };
}

/** What renders and weighs lines is loaded when something has to be: a short success needs none of it. */
async function present(captured: Captured, stored: StoredOutput | null, options: PresentOptions): Promise<Presented> {
  const plain = plainOutput(captured, options);
  if (plain !== null) return plain;
  const { presentOutput } = await import("./present.js");
  return presentOutput(captured, stored, options);
}

/** Milliseconds to a tenth: finer is noise to every reader. */
const tenths = (ms: number) => Math.round(ms * 10) / 10;

function cleanupInfo(cleanup: Cleanup | null): CleanupInfo | null {
  if (cleanup === null) return null;
  return {
    signals: cleanup.signals.map(({ signal, atMs }) => ({ signal, at_ms: Math.round(atMs) })),
    leftovers_killed: cleanup.leftoversKilled,
    survivors: cleanup.survivors,
  };
}

function joinNotes(notes: readonly (string | null)[]): string | null {
  const said = notes.filter((note) => note !== null && note !== "");
  return said.length === 0 ? null : said.join("; ");
}
