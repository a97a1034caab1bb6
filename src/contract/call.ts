import type { Scope, ToolDefinition } from "./definition.js";

/** Where the program of a call is. */
export type ProgramLookup =
  | { readonly kind: "found"; readonly path: string }
  /** Nothing executable of that name on PATH. */
  | { readonly kind: "missing"; readonly name: string }
  | { readonly kind: "not_executable"; readonly path: string };

export type CallCwd =
  | { readonly kind: "folder"; readonly path: string }
  /** A new empty folder, removed after the run. */
  | { readonly kind: "temp" };

/** A request joined with its tool: exactly what would run. Policy judges this. */
export interface Call {
  readonly id: string;
  readonly tool: ToolDefinition;
  /** Null = no caller was named. */
  readonly caller: string | null;
  readonly role: Scope;
  readonly priority: number;
  /** argv[0] is the name as defined. */
  readonly argv: readonly string[];
  /** argv with the values of secret parameters replaced by `[secret]`; what logs and errors show. */
  readonly shownArgv: readonly string[];
  readonly program: ProgramLookup;
  readonly cwd: CallCwd;
  readonly env: { readonly [name: string]: string };
  /** Named locks, worked out from the template. */
  readonly locks: readonly string[];
  /** Runs with nothing else of its group. */
  readonly aloneInGroup: boolean;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number | null;
  readonly graceMs: number;
  /** Tokens of output to show. */
  readonly outputTokens: number;
  /** Values that must not be logged: those of secret parameters. */
  readonly secrets: readonly string[];
  readonly notes: readonly string[];
}

/** What `explain` and `dry_run` answer: what would run and why (contract, sections 1 and 2). */
export interface Explanation {
  readonly id: string;
  readonly tool: string;
  readonly dry_run: true;
  /** Values of secret parameters shown as `[secret]`. */
  readonly argv: readonly string[];
  /** Absolute path of the program; null when it was not found. */
  readonly binary: string | null;
  /** Null: a new temporary folder. */
  readonly cwd: string | null;
  /** Names of the environment variables passed, sorted. */
  readonly env: readonly string[];
  readonly group: string;
  readonly locks: readonly string[];
  readonly exclusive: boolean;
  readonly timeout_ms: number;
  readonly policy: {
    readonly action: "allow" | "ask" | "deny";
    /** The rule that decided, e.g. `policy.high`. */
    readonly rule: string;
    readonly reason: string;
  };
  /** `sha256:…` over argv, cwd and environment names; an approval is bound to it. */
  readonly digest: string;
  readonly note: string | null;
}
