import type { JsonObject, JsonValue } from "./json.js";

/** A request as a library user writes it, and as it stands on the wire (contract, section 2). */
export interface RequestInput {
  readonly tool: string;
  readonly args?: JsonObject | readonly string[];
  readonly id?: string;
  readonly priority?: number;
  readonly timeout_ms?: number;
  readonly cwd?: string;
  readonly caller?: string;
  readonly dry_run?: boolean;
  /** Most tokens of output to show for this call; at most `[output] max_tokens`. */
  readonly output_tokens?: number;
}

/** Arguments as given: by name, or in the parameters' declared order. */
export type Arguments =
  | { readonly kind: "named"; readonly values: { readonly [name: string]: JsonValue } }
  | { readonly kind: "positional"; readonly values: readonly string[] };

/** A request that has been parsed: every field known to have the right shape, the tool not yet looked up. */
export interface Request {
  /** As asked, or a new one. */
  readonly id: string;
  readonly tool: string;
  readonly args: Arguments;
  /** −100 … 100, higher first. */
  readonly priority: number;
  readonly timeoutMs: number | null;
  readonly cwd: string | null;
  readonly caller: string | null;
  readonly dryRun: boolean;
  readonly outputTokens: number | null;
  /** Repairs made while parsing, for the Result's `note`. */
  readonly notes: readonly string[];
}
