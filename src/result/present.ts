import type { Captured, OutputStreamInfo, StoredOutput, StreamName } from "../contract/index.js";
import { collectLogs } from "./collect.js";
import type { Presented, PresentOptions } from "./presented.js";
import { type Assembled, type Retrieval, selectBoth, WeighedLog } from "./select/index.js";
import { keyLines, readCounts } from "./summary/index.js";

/** Lines at the end of a stream in which a summary is looked for, beside those that read like one. */
const SUMMARY_LINES = 30;
/** Characters of all key lines together: the least, and as a share of the budget's tokens. */
const KEY_LINE_CHARACTERS = 300;
const KEY_LINE_SHARE = 0.5;

/** Decodes, renders and, where the budget asks for it, chooses. Does not reject. */
export async function presentOutput(
  captured: Captured,
  stored: StoredOutput | null,
  options: PresentOptions,
): Promise<Presented> {
  const { logs, note } = await collect(captured, stored, options.encoding);
  const { failed, budget, encoding } = options;
  const retrieval: Retrieval = { outputId: captured.outputId, encoding };
  const streams = { stdout: new WeighedLog(logs.stdout, failed), stderr: new WeighedLog(logs.stderr, failed) };
  const shown = selectBoth(streams, { budget, failed }, retrieval);
  const both = [streams.stdout, streams.stderr];
  const info = (stream: StreamName, { shownLines }: Assembled): OutputStreamInfo => ({
    bytes: captured[stream].bytes,
    lines: logs[stream].lines,
    shown_lines: shownLines,
    encoding: logs[stream].encoding,
  });
  return {
    stdout: shown.stdout.text,
    stderr: shown.stderr.text,
    truncated: shown.stdout.cuts.length + shown.stderr.cuts.length > 0,
    output: { id: captured.outputId, stdout: info("stdout", shown.stdout), stderr: info("stderr", shown.stderr) },
    keyLines: failed ? keyLines(both, Math.max(KEY_LINE_CHARACTERS, budget * KEY_LINE_SHARE)) : [],
    counts: readCounts(both.flatMap(({ log }) => summaryLines(log))),
    note,
  };
}

/** What is stored is read for what memory does not hold; what memory holds is shown when that fails. */
async function collect(captured: Captured, stored: StoredOutput | null, encoding: string) {
  try {
    return { logs: await collectLogs(captured, stored, encoding), note: null };
  } catch (error) {
    const note = `the stored output could not be read (${error instanceof Error ? error.message : error}); shown is what was kept in memory`;
    return { logs: await collectLogs(captured, null, encoding), note };
  }
}

const summaryLines = ({ entries, lines }: WeighedLog["log"]) =>
  entries.filter(({ line, signals }) => signals.summary || lines - line < SUMMARY_LINES).map(({ text }) => text);
