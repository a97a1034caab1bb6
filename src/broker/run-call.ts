import { createCapture } from "../capture/index.js";
import type {
  Call,
  Execution,
  Job,
  ProgramLookup,
  ResourceLimits,
  Settings,
  ToolDefinition,
} from "../contract/index.js";
import { type CallEvents, tellOutput } from "./events.js";
import type { Parts } from "./parts.js";

/** Queues and runs one allowed call whose program was found; a signal that aborts cancels it at any point. */
export async function runCall(
  parts: Parts,
  call: Call,
  signal: AbortSignal | undefined,
  events: CallEvents,
): Promise<Execution> {
  const run = parts.executor.run({
    enqueue: (admission) => {
      events.emit({ type: "queued" });
      return parts.scheduler.submit(jobOf(call), admission);
    },
    program: programPath(call.program),
    argv: call.argv,
    cwd: call.cwd,
    env: call.env,
    limits: limitsOf(call.tool, parts.settings),
    timeoutMs: call.timeoutMs,
    idleTimeoutMs: call.idleTimeoutMs,
    graceMs: call.graceMs,
    maxOutputBytes: call.tool.maxOutputBytes,
    openCapture: () => {
      const { encoding } = call.tool;
      const { spoolBytes } = parts.settings.output;
      const capture = createCapture({ id: call.id, encoding, store: parts.store, spoolBytes });
      return events.wanted || parts.log.wantsEvents ? tellOutput(capture, events, encoding) : capture;
    },
    hooks: {
      started: (pid) => void events.emit({ type: "started", pid }),
      stopping: (reason) => void events.emit({ type: "stopping", reason }),
    },
  });
  const cancel = () => run.stop("cancelled");
  if (signal?.aborted) cancel();
  else signal?.addEventListener("abort", cancel, { once: true });
  const number = parts.running.add(run);
  try {
    return await run.done;
  } finally {
    parts.running.remove(number);
    signal?.removeEventListener("abort", cancel);
  }
}

function programPath(program: ProgramLookup): string {
  if (program.kind === "found") return program.path;
  throw new Error(`a call whose program is ${program.kind} is not run`);
}

const jobOf = (call: Call): Job => ({
  id: call.id,
  caller: call.caller ?? "",
  group: call.tool.group,
  aloneInGroup: call.aloneInGroup,
  locks: call.locks,
  priority: call.priority,
});

/** The tool's own limits, the config's where it sets none. */
const limitsOf = (tool: ToolDefinition, settings: Settings): ResourceLimits => ({
  ...settings.toolLimits,
  ...tool.limits,
});
