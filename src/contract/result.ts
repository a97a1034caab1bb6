import type { StreamName } from "./captured.js";
import type { ErrorCode, Status } from "./codes.js";
import type { JsonValue } from "./json.js";

export interface OutputStreamInfo {
  readonly bytes: number;
  readonly lines: number;
  readonly shown_lines: number;
  /** The encoding it was decoded from; null when the stream is empty. */
  readonly encoding: string | null;
}

export interface OutputInfo {
  /** For `agent-reach output ID`; null when nothing is stored. */
  readonly id: string | null;
  readonly stdout: OutputStreamInfo;
  readonly stderr: OutputStreamInfo;
}

export type KeyLineKind = "error" | "failure" | "summary" | "place";

export interface KeyLine {
  readonly stream: StreamName;
  /** Counted from 1 in the whole stream. */
  readonly line: number;
  readonly text: string;
  readonly kind: KeyLineKind;
}

/** Numbers read from the tool's own summary; null for those it did not print. */
export interface Counts {
  readonly errors: number | null;
  readonly warnings: number | null;
  readonly passed: number | null;
  readonly failed: number | null;
}

export interface ErrorBody {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | null;
  readonly retryable: boolean;
  readonly retry_after_ms: number | null;
  readonly path: string | null;
  readonly details: { readonly [key: string]: JsonValue };
}

export interface CleanupInfo {
  readonly signals: readonly { readonly signal: string; readonly at_ms: number }[];
  readonly leftovers_killed: number;
  readonly survivors: readonly number[];
}

/** The answer to a call (contract, section 3). Every field is always there. */
export interface Result {
  readonly id: string;
  /** As asked; null when the request did not say. */
  readonly tool: string | null;
  readonly status: Status;
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  /** Null when nothing ran. */
  readonly output: OutputInfo | null;
  readonly key_lines: readonly KeyLine[];
  readonly counts: Counts | null;
  readonly duration_ms: number | null;
  readonly queued_ms: number | null;
  readonly note: string | null;
  readonly cleanup: CleanupInfo | null;
  readonly error: ErrorBody | null;
}
