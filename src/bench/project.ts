import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Settings } from "../contract/index.js";

/** A config of its own for a benchmark, so that it leaves no trace in the user's outputs, logs and audit file. */
export interface BenchProject {
  readonly configFile: string;
  remove(): void;
}

export interface BenchProjectOptions {
  /** The user's, in force. */
  readonly settings: Settings;
  /** Registry file of the shipped bench_ tools. */
  readonly benchTools: string;
  /** Whether the user's tools are called too; what is wrong with them or disabled is of no concern otherwise. */
  readonly usersTools: boolean;
}

/**
 * Writes a config that extends the user's. The same holds as in the user's: limits, groups, policy, what is logged and
 * audited and how. Other than there: where those records go, and that no caller is held to a rate.
 */
export function makeBenchProject({ settings, benchTools, usersTools }: BenchProjectOptions): BenchProject {
  const dir = mkdtempSync(join(tmpdir(), "agent-reach-bench-"));
  const { configFile, projectRoot, audit, registry } = settings;
  const lines = [
    ...(configFile === null ? [] : [["extends", configFile] as const]),
    ["project_root", projectRoot] as const,
    ["state_dir", join(dir, "state")] as const,
    ["registry", usersTools ? [...registry, benchTools] : [benchTools]] as const,
    ...(usersTools ? [] : [["disable", []] as const]),
    ["log", { file: "{state_dir}/log" }] as const,
    ["audit", { file: audit.file === null ? "" : "{state_dir}/audit.jsonl" }] as const,
    ["rate", { calls_per_minute: 0 }] as const,
  ];
  const file = join(dir, "agent-reach.toml");
  writeFileSync(file, lines.map(([key, value]) => `${key} = ${toml(value)}\n`).join(""));
  return { configFile: file, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

/** A value on one line. JSON's strings are TOML's too, but for DEL, which TOML wants escaped. */
function toml(value: Value): string {
  if (Array.isArray(value)) return `[${value.map(toml).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value).replaceAll("\u007f", "\\u007f");
  const pairs = Object.entries(value).map(([key, inner]) => `${key} = ${toml(inner)}`);
  return `{ ${pairs.join(", ")} }`;
}
