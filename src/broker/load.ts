import { dirname, isAbsolute } from "node:path";
import { checkExample, checkValue, patternFault } from "../call/index.js";
import { checkDisable, type LoadedConfig, loadConfig as readConfig } from "../config/index.js";
import type { Settings, SourceFault } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import { packageDir, packSnapshotFile } from "../package-dir.js";
import { defineTools, loadRegistry, type Registry } from "../registry/index.js";
import { knowsEncoding } from "../result/index.js";
import type { BrokerOptions } from "./options.js";

export interface Loaded {
  readonly settings: Settings;
  readonly registry: Registry;
  /** Every file that was read, absolute. */
  readonly files: readonly string[];
}

/** Loads the config alone; rejects with a BrokerError that carries every fault. */
export async function loadConfig(options: BrokerOptions): Promise<LoadedConfig> {
  const {
    config,
    profile,
    definitions,
    cwd = workingFolder(options.config),
    env = process.env,
    role,
    logLevel,
  } = options;
  // Definitions as an object mean that no file is wanted at all.
  const source = config ?? (definitions === undefined ? undefined : {});
  const loaded = await readConfig({ cwd, env, profile, packageDir, config: source });
  const found = loaded.settings;
  const settings = Object.freeze({
    ...found,
    policy: Object.freeze({ ...found.policy, role: role ?? found.policy.role }),
    log: Object.freeze({ ...found.log, level: logLevel ?? found.log.level }),
  });
  return { ...loaded, settings };
}

/** Loads config and registry; rejects with a BrokerError that carries every fault. */
export async function load(options: BrokerOptions = {}): Promise<Loaded> {
  return withRegistry(await loadConfig(options), options);
}

/** Loads the registry that a config names; rejects with a BrokerError that carries every fault. */
export async function withRegistry(config: LoadedConfig, { definitions }: BrokerOptions): Promise<Loaded> {
  const { settings, place } = config;
  const registry =
    definitions === undefined
      ? await loadRegistry({
          ...checks,
          sources: settings.registry,
          packageDir,
          snapshot: packSnapshotFile,
          place: (index) => place(["registry", index]),
        })
      : await defineTools(definitions, checks);
  await checkDisable(config, registry.tools.values());
  return { settings, registry, files: [...config.files, ...registry.files] };
}

/** Definitions are held to the very rules that calls are. */
const checks = { checkExample, checkValue, knowsEncoding, patternFault };

/** What is wrong with the files; of very many faults only the first are listed. */
export interface SourceFaults {
  readonly faults: readonly SourceFault[];
  readonly count: number;
}

/** The faults that an error of `load` carries; the error itself as one where it carries none. */
export function sourceFaults(error: unknown): SourceFaults {
  if (!(error instanceof BrokerError)) throw error;
  const { faults, count } = error.fault.details;
  if (Array.isArray(faults)) return { faults: faults as unknown as readonly SourceFault[], count: Number(count) };
  const nowhere = { file: "<broker>", line: null, column: null, key: null };
  return { faults: [{ ...nowhere, message: error.fault.message, suggestion: error.fault.hint }], count: 1 };
}

/** Where the search for a config starts. Without a folder only a config by its absolute path can tell the project root. */
function workingFolder(config: BrokerOptions["config"]): string {
  try {
    return process.cwd();
  } catch {
    if (typeof config === "string" && isAbsolute(config)) return dirname(config);
    throw new BrokerError(
      fault("AR_CONFIG_INVALID", "The current folder does not exist any more, so nothing tells the project root.", {
        hint: "Start from a folder that is there, or name the config by its absolute path (--config).",
      }),
    );
  }
}
