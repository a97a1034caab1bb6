import { constants } from "node:os";
import { createBroker } from "../../broker/index.js";
import type { Result, RunEvent, ToolDefinition } from "../../contract/index.js";
import { EXIT_STATUS } from "../../errors/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";
import { personLines } from "./person.js";
import { createProgress } from "./progress.js";
import { createWriter, type Writer } from "./stdio.js";
import { toolRequest } from "./tool-request.js";

const PATIENCE_MS = 500;

export interface RunFlags extends CommonFlags {
  /** Seconds. */
  readonly timeout?: number;
  readonly cwd?: string;
  readonly ownFlags: readonly string[];
}

/** `run`: the tool's output as it comes, progress on stderr when that is a terminal. Returns the exit status. */
export async function runTool(name: string, words: readonly string[], flags: RunFlags): Promise<number> {
  const interrupt = catchInterrupts();
  const broker = await createBroker({ ...brokerOptions(flags), oneShot: true });
  try {
    const asked = toolRequest(broker, name, words, flags);
    if (asked.kind === "wrong") {
      process.stderr.write(`agent-reach: ${asked.message}\n`);
      return EXIT_STATUS.invalid;
    }
    const timeout = flags.timeout === undefined ? {} : { timeout_ms: Math.ceil(flags.timeout * 1000) };
    const writers = { stdout: createWriter(1), stderr: createWriter(2) };
    const progress = createProgress(name, process.stderr);
    const onEvent = (event: RunEvent) => {
      progress.event(event);
      // A reader that left ends the run.
      if (event.type === "output") return writers[event.stream].write(event.text).catch(interrupt.abort);
    };
    const result = await broker.execute({ ...asked.request, ...timeout }, { signal: interrupt.signal, onEvent });
    await Promise.race([written(writers), patience(interrupt.signal)]);
    progress.clear();
    interrupt.throwError();
    for (const line of closingLines(result, broker.definition(name))) process.stderr.write(`agent-reach: ${line}\n`);
    return exitStatus(result);
  } finally {
    await broker.close();
  }
}

const written = ({ stdout, stderr }: { readonly stdout: Writer; readonly stderr: Writer }) =>
  Promise.all([stdout.written(), stderr.written()]);

/** Who asked us to end waits no longer for a reader that does not read. */
function patience(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wait = () => setTimeout(resolve, PATIENCE_MS).unref();
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait, { once: true });
  });
}

function closingLines(result: Result, tool: ToolDefinition | null): string[] {
  const { error, note } = result;
  const lines = error === null ? [] : personLines(error, tool);
  return note === null ? lines : [...lines, note];
}

/** The tool's own code when it failed, 128 + n when a signal ended it. */
export function exitStatus(result: Result): number {
  if (result.status !== "failed") return EXIT_STATUS[result.status];
  if (result.exit_code !== null) return result.exit_code;
  const signal = constants.signals[result.signal as NodeJS.Signals];
  return signal === undefined ? EXIT_STATUS.failed : 128 + signal;
}
