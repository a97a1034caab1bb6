import type { ErrorCode, Status } from "../contract/index.js";

export interface ErrorRow {
  readonly status: Exclude<Status, "success">;
  /** The same call may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly exitStatus: number;
  readonly httpStatus: number;
  readonly meaning: string;
}

/** Exit status of `exec` and `run` by status; `run` passes a failed tool's own code on. */
export const EXIT_STATUS: { readonly [status in Status]: number } = {
  success: 0,
  failed: 1,
  invalid: 64,
  error: 71,
  busy: 75,
  denied: 77,
  approval_required: 78,
  timeout: 124,
  cancelled: 130,
};

const row = (status: ErrorRow["status"], httpStatus: number, retryable: boolean, meaning: string): ErrorRow => ({
  status,
  retryable,
  exitStatus: EXIT_STATUS[status],
  httpStatus,
  meaning,
});

/** The one table of error codes. docs/results.md lists the same rows, held together by a test. */
export const ERRORS: { readonly [code in ErrorCode]: ErrorRow } = {
  AR_REQUEST_NOT_JSON: row("invalid", 400, false, "The input is not one JSON document."),
  AR_REQUEST_TOO_LARGE: row("invalid", 413, false, "The input is larger than 8 MiB."),
  AR_REQUEST_INVALID: row("invalid", 400, false, "A field of the request is unknown, missing or of the wrong shape."),
  AR_TOOL_UNKNOWN: row("invalid", 404, false, "The registry has no tool of that name."),
  AR_ARGS_INVALID: row("invalid", 422, false, "The arguments do not fit the tool's parameters."),
  AR_LEADING_DASH: row("invalid", 422, false, "A value begins with - where the program could take it for an option."),
  AR_PATH_OUTSIDE_ROOT: row("invalid", 422, false, "A path leads out of the folder it must lie in."),
  AR_CWD_OUTSIDE_ROOT: row(
    "invalid",
    422,
    false,
    "The cwd asked for is not allowed or leads out of the allowed roots.",
  ),
  AR_TIMEOUT_TOO_LONG: row("invalid", 422, false, "The timeout asked for is above the tool's limit."),
  AR_DENIED_RISK: row("denied", 403, false, "The policy denies tools of this risk."),
  AR_DENIED_SCOPE: row("denied", 403, false, "The caller's role does not reach the tool's scope."),
  AR_DENIED_DISABLED: row("denied", 403, false, "The config leaves this tool out."),
  AR_DENIED_INTERACTIVE: row("denied", 403, false, "The tool needs a person at a terminal."),
  AR_DENIED_RATE: row("denied", 429, true, "The caller made more calls than its rate allows."),
  AR_APPROVAL_REQUIRED: row("approval_required", 403, false, "A person has to approve this call."),
  AR_QUEUE_FULL: row("busy", 503, true, "The queue is full."),
  AR_QUEUE_SHARE: row("busy", 429, true, "The caller holds its whole share of the queue."),
  AR_QUEUE_TIMEOUT: row("busy", 503, true, "The call waited longer than the queue's time limit."),
  AR_TIMEOUT_RUN: row("timeout", 504, true, "The run took longer than its timeout and was stopped."),
  AR_TIMEOUT_IDLE: row("timeout", 504, true, "The run printed nothing for its idle timeout and was stopped."),
  AR_CANCELLED: row("cancelled", 499, true, "The caller cancelled the call."),
  AR_SHUTDOWN: row("cancelled", 503, true, "The broker was shut down."),
  AR_PROGRAM_NOT_FOUND: row("error", 500, false, "The tool's program is not on PATH or not at its path."),
  AR_NOT_EXECUTABLE: row("error", 500, false, "The tool's program may not be executed."),
  AR_BAD_INTERPRETER: row("error", 500, false, "The script's #! line is missing or names no usable interpreter."),
  AR_CWD_MISSING: row("error", 500, false, "The working directory does not exist."),
  AR_CWD_NOT_FOLDER: row("error", 500, false, "The working directory is not a folder, or may not be entered."),
  AR_ARGUMENTS_TOO_LONG: row("error", 500, false, "Arguments and environment are longer than the system takes."),
  AR_OUT_OF_DESCRIPTORS: row("error", 503, true, "The broker or the system is out of file descriptors."),
  AR_OUT_OF_PROCESSES: row("error", 503, true, "The system allows no further process."),
  AR_OUT_OF_MEMORY: row("error", 503, true, "The system has no memory for a further process."),
  AR_DISK_FULL: row("error", 507, true, "No space is left to keep what must be kept."),
  AR_SPAWN_FAILED: row(
    "error",
    500,
    false,
    "The program could not be started, or its run not be kept, for another reason.",
  ),
  AR_OUTPUT_LIMIT: row("error", 500, false, "The run printed more than the tool's max_output and was stopped."),
  AR_RESOURCE_LIMIT: row(
    "error",
    500,
    false,
    "The run hit a limit of memory, cpu time, processes, files or file size.",
  ),
  AR_CONTAINMENT_UNAVAILABLE: row("error", 500, false, "The containment that the config requires is not available."),
  AR_CONFIG_INVALID: row("error", 500, false, "The config has faults."),
  AR_REGISTRY_INVALID: row("error", 500, false, "The registry has faults."),
  AR_OUTPUT_NOT_FOUND: row("error", 404, false, "No output of that id is stored."),
  AR_INTERNAL: row("error", 500, false, "The broker itself is at fault."),
};
