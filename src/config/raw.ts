import type { AuditSync, ContainmentMode, LogLevel, PolicyAction, Risk, Scope } from "../contract/index.js";

/**
 * A config with everything it extends merged in. The schema vouches for the types; that nothing is missing is the
 * work of the profile `development`, on which every config rests.
 */
export interface RawConfig {
  readonly project_root?: string;
  readonly allowed_roots?: readonly string[];
  readonly registry: readonly string[];
  readonly disable: readonly string[];
  readonly state_dir: string;
  readonly limits: {
    readonly concurrency: number | string;
    readonly queue: number | string;
    readonly caller_share: number;
    readonly queue_timeout: number;
  };
  readonly groups: { readonly [group: string]: number | string };
  readonly policy: { readonly [risk in Risk]: PolicyAction } & { readonly writes: PolicyAction; readonly role: Scope };
  readonly output: {
    readonly tokens: number;
    readonly max_tokens: number;
    readonly keep: number | string;
    readonly spool: number | string;
  };
  readonly rate: { readonly calls_per_minute: number };
  readonly network: { readonly hosts: readonly string[] };
  readonly log: { readonly level: LogLevel; readonly file: string };
  readonly audit: { readonly file: string; readonly sync: AuditSync };
  readonly containment: { readonly mode: ContainmentMode; readonly require: boolean };
  readonly tool_limits: {
    readonly memory: number | string;
    readonly cpu: number;
    readonly processes: number;
    readonly open_files: number;
    readonly file_size: number | string;
  };
}
