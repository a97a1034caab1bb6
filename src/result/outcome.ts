import type { Call, Fault, Outcome, ProcessExit, Status } from "../contract/index.js";
import { ERRORS, fault } from "../errors/index.js";

/** What became of a run, by the process and by what stopped it alone; its output has no say. */
export interface Ending {
  readonly status: Status;
  readonly exit: ProcessExit | null;
  readonly fault: Fault | null;
  /** The meaning of a declared benign exit code. */
  readonly note: string | null;
}

export function endingOf(outcome: Outcome, call: Call): Ending {
  switch (outcome.kind) {
    case "exited":
      return exited(outcome.exit, call);
    case "stopped":
      return faulted(stopFault(outcome.reason, call), outcome.exit);
    case "limited":
      return faulted(limitFault(outcome.limit, call), outcome.exit);
    case "faulted":
      return faulted(outcome.fault, null);
  }
}

const faulted = (cause: Fault, exit: ProcessExit | null): Ending => ({
  status: ERRORS[cause.code].status,
  exit,
  fault: cause,
  note: null,
});

function exited(exit: ProcessExit, call: Call): Ending {
  if (exit.code === 0) return { status: "success", exit, fault: null, note: call.tool.exitCodes.get(0) ?? null };
  const meaning = exit.code === null ? undefined : call.tool.exitCodes.get(exit.code);
  if (meaning === undefined) return { status: "failed", exit, fault: null, note: null };
  return { status: "success", exit, fault: null, note: `exit code ${exit.code}: ${meaning}` };
}

type Stop = Extract<Outcome, { kind: "stopped" }>["reason"];

function stopFault(reason: Stop, { tool, timeoutMs }: Call): Fault {
  switch (reason.kind) {
    case "run_timeout":
      return fault(
        "AR_TIMEOUT_RUN",
        `${tool.name} ran longer than its limit of ${seconds(reason.limitMs)} and was stopped.`,
        {
          hint:
            timeoutMs < tool.maxTimeoutMs
              ? `Ask for more with timeout_ms, up to ${tool.maxTimeoutMs}, or make the call do less. What was printed until then is in stdout and stderr.`
              : "Make the call do less: this is the longest the tool allows. What was printed until then is in stdout and stderr.",
          details: { kind: "run", limit_ms: reason.limitMs },
        },
      );
    case "idle_timeout":
      return fault("AR_TIMEOUT_IDLE", `${tool.name} printed nothing for ${seconds(reason.limitMs)} and was stopped.`, {
        hint: "It may be waiting for something that does not come, such as input, a lock or the network. See the last lines it printed.",
        details: { kind: "idle", limit_ms: reason.limitMs },
      });
    case "cancelled":
      return fault("AR_CANCELLED", `${tool.name} was cancelled by the caller.`, {
        hint: "What it had changed until then stays changed. Call it again if it is still needed.",
      });
    case "shutdown":
      return fault("AR_SHUTDOWN", `${tool.name} was stopped as the broker shut down.`, {
        hint: "Call it again once the broker is back.",
      });
    case "output_limit":
      return fault("AR_OUTPUT_LIMIT", `${tool.name} printed more than ${reason.limitBytes} bytes and was stopped.`, {
        hint: "Make it print less (a quieter option, a narrower selection), or raise max_output in the tool's definition.",
        details: { limit_bytes: reason.limitBytes },
      });
  }
}

const LIMITS = {
  memory: ["memory", "memoryBytes", "Give it less to do at once, or raise the memory limit of the tool."],
  cpu: ["CPU time", "cpuSeconds", "Give it less to do, or raise the CPU limit of the tool."],
  processes: [
    "processes",
    "processes",
    "Let it start fewer processes (fewer jobs or workers), or raise the limit of the tool.",
  ],
  open_files: ["open files", "openFiles", "Let it open fewer files at once, or raise the limit of the tool."],
  file_size: ["file size", "fileSizeBytes", "Let it write smaller files, or raise the limit of the tool."],
} as const;

function limitFault(limit: keyof typeof LIMITS, { tool }: Call): Fault {
  const [name, key, hint] = LIMITS[limit];
  return fault("AR_RESOURCE_LIMIT", `${tool.name} hit its limit of ${name} and was ended by the system.`, {
    hint,
    details: { kind: limit, limit: tool.limits[key] ?? null },
  });
}

const seconds = (ms: number) => `${ms / 1000} s`;
