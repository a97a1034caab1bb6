/** What became of a call (contract, section 3). */
export type Status =
  | "success"
  | "failed"
  | "timeout"
  | "cancelled"
  | "busy"
  | "denied"
  | "approval_required"
  | "invalid"
  | "error";

/** Every `error.code`. The table in `errors/table.ts` gives each its status, exit status and HTTP status. */
export type ErrorCode =
  // invalid
  | "AR_REQUEST_NOT_JSON"
  | "AR_REQUEST_TOO_LARGE"
  | "AR_REQUEST_INVALID"
  | "AR_TOOL_UNKNOWN"
  | "AR_ARGS_INVALID"
  | "AR_LEADING_DASH"
  | "AR_PATH_OUTSIDE_ROOT"
  | "AR_CWD_OUTSIDE_ROOT"
  | "AR_TIMEOUT_TOO_LONG"
  // denied, approval_required
  | "AR_DENIED_RISK"
  | "AR_DENIED_SCOPE"
  | "AR_DENIED_DISABLED"
  | "AR_DENIED_INTERACTIVE"
  | "AR_DENIED_RATE"
  | "AR_APPROVAL_REQUIRED"
  // busy
  | "AR_QUEUE_FULL"
  | "AR_QUEUE_SHARE"
  | "AR_QUEUE_TIMEOUT"
  // timeout
  | "AR_TIMEOUT_RUN"
  | "AR_TIMEOUT_IDLE"
  // cancelled
  | "AR_CANCELLED"
  | "AR_SHUTDOWN"
  // error
  | "AR_PROGRAM_NOT_FOUND"
  | "AR_NOT_EXECUTABLE"
  | "AR_BAD_INTERPRETER"
  | "AR_CWD_MISSING"
  | "AR_CWD_NOT_FOLDER"
  | "AR_ARGUMENTS_TOO_LONG"
  | "AR_OUT_OF_DESCRIPTORS"
  | "AR_OUT_OF_PROCESSES"
  | "AR_OUT_OF_MEMORY"
  | "AR_DISK_FULL"
  | "AR_SPAWN_FAILED"
  | "AR_OUTPUT_LIMIT"
  | "AR_RESOURCE_LIMIT"
  | "AR_CONTAINMENT_UNAVAILABLE"
  | "AR_CONFIG_INVALID"
  | "AR_REGISTRY_INVALID"
  | "AR_OUTPUT_NOT_FOUND"
  | "AR_INTERNAL";
