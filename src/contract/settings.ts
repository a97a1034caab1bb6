import type { ResourceLimits, Risk, Scope } from "./definition.js";

export type PolicyAction = "allow" | "ask" | "deny";
export type AuditSync = "always" | "interval" | "never";
export type ContainmentMode = "auto" | "cgroup" | "namespace" | "subreaper" | "none";
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";

/** The config in force: discovered, extended, validated, all relative values worked out (contract, section 5). */
export interface Settings {
  /** Absolute, symlinks resolved. */
  readonly projectRoot: string;
  /** Folders a caller's cwd may lie in; absolute, symlinks resolved. */
  readonly allowedRoots: readonly string[];
  /** Null when the packaged default or an object was used. */
  readonly configFile: string | null;
  readonly profile: string;
  /** What `registry` names: absolute files and globs, and `pack:` names, in order. */
  readonly registry: readonly string[];
  /** Tools, groups or risks left out. */
  readonly disable: readonly string[];
  readonly limits: {
    /** Runs at once. */
    readonly concurrency: number;
    /** Calls waiting at once. */
    readonly queue: number;
    /** Most of the queue that one caller may hold, as a share 0 … 1 of it. */
    readonly callerShare: number;
    readonly queueTimeoutMs: number;
  };
  /** Runs at once by group; a group without an entry has the global limit alone. */
  readonly groups: { readonly [group: string]: number };
  readonly policy: {
    readonly risk: { readonly [risk in Risk]: PolicyAction };
    /** For tools that are not `read_only`; the stricter of this and the risk's action holds. */
    readonly writes: PolicyAction;
    /** The role of those who call this broker. */
    readonly role: Scope;
  };
  readonly output: {
    /** Tokens shown of one call, both streams together. */
    readonly tokens: number;
    /** The most a request may ask for. */
    readonly maxTokens: number;
    /** Bytes of stored outputs altogether. */
    readonly keepBytes: number;
    /** Bytes stored of one run. */
    readonly spoolBytes: number;
  };
  /** Per caller; null = no limit. */
  readonly rate: { readonly callsPerMinute: number | null };
  readonly network: { readonly hosts: readonly string[] };
  readonly log: { readonly level: LogLevel; readonly file: string | null };
  readonly audit: { readonly file: string | null; readonly sync: AuditSync };
  readonly containment: { readonly mode: ContainmentMode; readonly require: boolean };
  /** Defaults for tools that set no limit of their own. */
  readonly toolLimits: ResourceLimits;
  /** Where outputs are stored; absolute. */
  readonly stateDir: string;
}
