import type { StringFormat } from "../contract/index.js";
import type { Plain } from "../toml/index.js";

/**
 * Registry files as they are written. The schema vouches for these types: a value that breaks it is taken out
 * before anything here is read, so whatever is there has the type said here.
 */
export interface RawTool {
  readonly name: string;
  readonly description: string;
  readonly command: readonly string[];
  readonly fallback?: readonly string[];
  readonly cwd: string;
  readonly timeout: number;
  readonly max_timeout?: number;
  readonly idle_timeout?: number;
  readonly grace?: number;
  readonly risk: "low" | "medium" | "high" | "critical";
  readonly group?: string;
  readonly exclusive?: boolean | string;
  readonly env?: readonly string[];
  readonly set_env?: { readonly [name: string]: string };
  readonly network?: boolean;
  readonly interactive?: boolean;
  readonly read_only?: boolean;
  readonly idempotent?: boolean;
  readonly cache?: number;
  readonly encoding?: string;
  readonly exit_codes?: { readonly [code: string]: string };
  readonly scope?: "public" | "internal" | "admin";
  readonly limits?: RawLimits;
  readonly max_output?: number | string;
  readonly output_tokens?: number;
  readonly params?: { readonly [name: string]: Partial<RawParameter> };
  readonly examples?: readonly RawExample[];
}

export interface RawLimits {
  readonly memory?: number | string;
  readonly cpu?: number;
  readonly processes?: number;
  readonly open_files?: number;
  readonly file_size?: number | string;
}

export interface RawExample {
  readonly args: { readonly [name: string]: Plain } | readonly string[];
  readonly argv?: readonly string[];
  readonly description?: string;
}

/** The JSON Schema words and our own that a type is made of. */
export interface RawWords {
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: StringFormat;
  readonly hosts?: readonly string[] | "config";
  readonly within?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

export interface RawItems extends RawWords {
  readonly type: "string" | "integer" | "number" | "path";
}

export interface RawParameter extends RawWords {
  readonly type: RawItems["type"] | "boolean" | "array";
  readonly description: string;
  readonly default?: Plain;
  readonly optional?: boolean;
  readonly secret?: boolean;
  readonly allow_leading_dash?: boolean;
  readonly flag?: string;
  readonly items?: Partial<RawItems>;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}
