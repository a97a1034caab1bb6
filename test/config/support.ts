import { resolve } from "node:path";
import { type ConfigOptions, type LoadedConfig, readConfig } from "../../src/config/index.js";
import type { Settings } from "../../src/contract/index.js";
import { Findings } from "../../src/toml/index.js";

export const packageDir = resolve(import.meta.dirname, "../..");

/** Loads with an environment that has nothing but a home of its own. */
export async function load(cwd: string, options: Partial<ConfigOptions> = {}): Promise<LoadedConfig> {
  const findings = new Findings();
  const env = { HOME: "/home/nobody", ...options.env };
  const reading = await readConfig({ cwd, packageDir, ...options, env }, findings);
  await findings.throwIfAny("AR_CONFIG_INVALID", "The config");
  return reading as LoadedConfig;
}

export async function settingsIn(cwd: string, options: Partial<ConfigOptions> = {}): Promise<Settings> {
  return (await load(cwd, options)).settings;
}
