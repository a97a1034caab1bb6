import { resolve } from "node:path";
import { type ConfigOptions, type LoadedConfig, loadConfig } from "../../src/config/index.js";
import type { Settings } from "../../src/contract/index.js";

export const packageDir = resolve(import.meta.dirname, "../..");

/** Loads with an environment that has nothing but a home of its own. */
export function load(cwd: string, options: Partial<ConfigOptions> = {}): Promise<LoadedConfig> {
  return loadConfig({ cwd, packageDir, ...options, env: { HOME: "/home/nobody", ...options.env } });
}

export async function settingsIn(cwd: string, options: Partial<ConfigOptions> = {}): Promise<Settings> {
  return (await load(cwd, options)).settings;
}
