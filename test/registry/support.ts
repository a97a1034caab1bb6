import { join, resolve } from "node:path";
import { checkExample, checkValue, patternFault } from "../../src/call/index.js";
import type { SourceFault, ToolDefinition } from "../../src/contract/index.js";
import { type DefinitionChecks, type Registry, readDefinitions, readRegistry } from "../../src/registry/index.js";
import { knowsEncoding } from "../../src/result/index.js";
import { Findings } from "../../src/toml/index.js";
import { faultsOf, folderWith } from "../toml/folder.js";

export const packageDir = resolve(import.meta.dirname, "../..");
export const checks = { checkExample, checkValue, knowsEncoding, patternFault };

/** Rejects with a BrokerError that has every fault. */
export async function load(
  sources: readonly string[],
  snapshot: string | null = null,
  where = packageDir,
): Promise<Registry> {
  const findings = new Findings();
  const { registry } = await readRegistry({ ...checks, sources, packageDir: where, snapshot }, findings);
  await findings.throwIfAny("AR_REGISTRY_INVALID", "The registry");
  return registry;
}

/** Rejects as `load` does. */
export async function defineTools(definitions: object, how: DefinitionChecks = checks): Promise<Registry> {
  const findings = new Findings();
  const { registry } = await readDefinitions(definitions, how, findings);
  await findings.throwIfAny("AR_REGISTRY_INVALID", "The registry");
  return registry;
}

/** Loads one file with this text; `at` is where it lies. */
export function loadText(text: string): { readonly file: string; readonly loading: Promise<Registry> } {
  const file = join(folderWith({ "tools.toml": text }), "tools.toml");
  return { file, loading: load([file]) };
}

export async function faultsIn(text: string): Promise<readonly SourceFault[]> {
  return faultsOf(loadText(text).loading);
}

/** The keys that every tool must have, as TOML. */
export const REQUIRED = `
description = "A tool under test."
cwd = "temp"
timeout = 10
risk = "low"
`;

/** A tool that has what it must, and this; without a command of its own it is `true`. */
export function toolText(keys: string, name = "t"): string {
  const command = /^command\b/m.test(keys) ? "" : 'command = ["true"]';
  return `[[tools]]\nname = "${name}"${REQUIRED}${command}\n${keys}\n`;
}

/** A tool as an object, with what it must have. */
export function toolObject(more: object = {}): Record<string, unknown> {
  const required = { name: "t", description: "A tool under test.", command: ["true"], cwd: "temp", timeout: 10 };
  return { ...required, risk: "low", ...more };
}

export async function define(...tools: object[]): Promise<readonly ToolDefinition[]> {
  return [...(await defineTools({ tools })).tools.values()];
}

export async function defineOne(more: object): Promise<ToolDefinition> {
  return (await define(toolObject(more)))[0]!;
}
