import type { JsonValue } from "./json.js";

export const RISKS = ["low", "medium", "high", "critical"] as const;
export type Risk = (typeof RISKS)[number];

/** From least to most: a caller of a role may call tools of its scope and below. */
export const SCOPES = ["public", "internal", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export type CwdPolicy =
  | { readonly kind: "project_root" }
  | { readonly kind: "caller" }
  | { readonly kind: "temp" }
  | { readonly kind: "path"; readonly path: string };

/** Where a `path` value must lie: the project root, any allowed root, the call's cwd, or a folder by absolute path. */
export type Within =
  | { readonly kind: "project_root" }
  | { readonly kind: "allowed_roots" }
  | { readonly kind: "cwd" }
  | { readonly kind: "path"; readonly path: string };

/** The JSON Schema words a scalar value may be held to; absent words are undefined. */
export interface StringWords {
  readonly enum?: readonly string[];
  /** RE2 syntax, matched anywhere in the value as JSON Schema does. */
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: StringFormat;
  /** For `format = "uri"`: hosts the URL may name (`*.example.com` for subdomains), or "config" for `[network] hosts`. */
  readonly hosts?: readonly string[] | "config";
}

export type StringFormat = "uri" | "hostname" | "date" | "date-time" | "email" | "ipv4" | "ipv6" | "uuid";

export interface NumberWords {
  readonly enum?: readonly number[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface PathWords {
  readonly within: Within;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export type ScalarType =
  | ({ readonly type: "string" } & StringWords)
  | ({ readonly type: "integer" } & NumberWords)
  | ({ readonly type: "number" } & NumberWords)
  | ({ readonly type: "path" } & PathWords);

export type ParameterType =
  | ScalarType
  /** `flag` is null when the parameter only stands inside longer elements, as `true` or `false`. */
  | { readonly type: "boolean"; readonly flag: string | null }
  | {
      readonly type: "array";
      readonly items: ScalarType;
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly uniqueItems?: boolean;
    };

export interface Parameter {
  readonly name: string;
  readonly description: string;
  readonly type: ParameterType;
  /** Undefined: the parameter is required, unless `optional`. */
  readonly default?: JsonValue;
  readonly optional: boolean;
  /** The value never appears in logs, audit or errors. */
  readonly secret: boolean;
  readonly allowLeadingDash: boolean;
}

/** One element of `command`, after its first. */
export type TemplateElement =
  | { readonly kind: "literal"; readonly text: string }
  /** `{p}` alone: zero, one or many argv elements. */
  | { readonly kind: "placeholder"; readonly parameter: string }
  /** `--n={p}`: one argv element, or none when a parameter in it is absent. */
  | { readonly kind: "composite"; readonly parts: readonly TemplatePart[] };

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parameter"; readonly parameter: string };

export interface CommandTemplate {
  /** A program name to look up on PATH, or an absolute path. */
  readonly program: string;
  readonly elements: readonly TemplateElement[];
}

export type Exclusive =
  | { readonly kind: "none" }
  | { readonly kind: "group" }
  /** Parts may name `{cwd}`, `{project_root}` and scalar parameters. */
  | { readonly kind: "lock"; readonly parts: readonly TemplatePart[] };

/** Limits the operating system holds a run to; null = not limited. */
export interface ResourceLimits {
  readonly memoryBytes: number | null;
  readonly cpuSeconds: number | null;
  readonly processes: number | null;
  readonly openFiles: number | null;
  readonly fileSizeBytes: number | null;
}

export interface ToolExample {
  readonly args: { readonly [name: string]: JsonValue } | readonly string[];
  readonly argv: readonly string[] | null;
  readonly description: string | null;
}

/** A tool, validated and frozen (contract, section 4). */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly command: CommandTemplate;
  /** What runs in its place where the program of `command` is not to be found; null = nothing. */
  readonly fallback: CommandTemplate | null;
  readonly cwd: CwdPolicy;
  readonly timeoutMs: number;
  /** The most a request may ask for; `timeoutMs` when the definition names none. */
  readonly maxTimeoutMs: number;
  readonly idleTimeoutMs: number | null;
  readonly graceMs: number;
  readonly risk: Risk;
  readonly group: string;
  readonly exclusive: Exclusive;
  /** Names let through from the broker's environment. */
  readonly env: readonly string[];
  readonly setEnv: { readonly [name: string]: string };
  readonly network: boolean;
  readonly interactive: boolean;
  readonly readOnly: boolean;
  /** Calling it twice does what calling it once does. */
  readonly idempotent: boolean;
  readonly cacheMs: number;
  /** A label iconv-lite knows, or "auto". */
  readonly encoding: string;
  /** Benign exit codes and what they mean; 0 is always benign. */
  readonly exitCodes: ReadonlyMap<number, string>;
  readonly scope: Scope;
  /** In declared order. */
  readonly parameters: readonly Parameter[];
  readonly examples: readonly ToolExample[];
  /** Where a tool sets a limit it wins over the config's default. */
  readonly limits: Partial<ResourceLimits>;
  /** Bytes of both streams after which the run is stopped; null = never. */
  readonly maxOutputBytes: number | null;
  /** Tokens shown of one call; null = `[output] tokens`. */
  readonly outputTokens: number | null;
  /** The file that defines it, absolute. */
  readonly source: string;
}
