import { dirname, isAbsolute, resolve } from "node:path";
import { checkExample, checkValue, namedPathProblem, patternFault } from "../call/index.js";
import { type ConfigReading, checkDisable, type LoadedConfig, readConfig } from "../config/index.js";
import type { Settings, SourceFault } from "../contract/index.js";
import { BrokerError, fault } from "../errors/index.js";
import { packageDir, packSnapshotFile } from "../package-dir.js";
import {
  type DefinitionChecks,
  type Registry,
  type RegistryReading,
  readDefinitions,
  readRegistry,
} from "../registry/index.js";
import { knowsEncoding } from "../result/index.js";
import { Findings } from "../toml/index.js";
import { checkOptions } from "./check-options.js";
import type { BrokerOptions } from "./options.js";

export interface Loaded {
  readonly settings: Settings;
  readonly registry: Registry;
  /** Every file that was read, absolute. */
  readonly files: readonly string[];
}

/** The config as far as it could be read, and what was found wrong with it. */
export interface ConfigFirst {
  readonly config: ConfigReading;
  readonly findings: Findings;
}

/** Reads the config alone; throws a BrokerError for options that make no sense. Its faults wait in the findings for those of the registry. */
export async function readConfigFirst(options: BrokerOptions): Promise<ConfigFirst> {
  checkOptions(options);
  const {
    config,
    profile,
    definitions,
    cwd = workingFolder(options.config),
    env = process.env,
    role,
    logLevel,
  } = options;
  const findings = new Findings();
  // Definitions as an object mean that no file is wanted at all.
  const source = config ?? (definitions === undefined ? undefined : {});
  const reading = await readConfig({ cwd: resolve(cwd), env, profile, packageDir, config: source }, findings);
  const found = reading.settings;
  const settings =
    found &&
    Object.freeze({
      ...found,
      policy: Object.freeze({ ...found.policy, role: role ?? found.policy.role }),
      log: Object.freeze({ ...found.log, level: logLevel ?? found.log.level }),
    });
  return { config: { ...reading, settings }, findings };
}

/** Loads the config alone; rejects with a BrokerError that carries every fault of it. */
export async function loadConfig(options: BrokerOptions): Promise<LoadedConfig> {
  const { config, findings } = await readConfigFirst(options);
  await findings.throwIfAny("AR_CONFIG_INVALID", "The config");
  return config as LoadedConfig;
}

/** Loads config and registry; rejects with a BrokerError that carries every fault of both. */
export async function load(options: BrokerOptions = {}): Promise<Loaded> {
  return withRegistry(await readConfigFirst(options), options);
}

/** Loads the registry that a config names; rejects with a BrokerError that carries every fault of both. */
export async function withRegistry({ config, findings }: ConfigFirst, options: BrokerOptions): Promise<Loaded> {
  const inConfig = findings.count;
  const reading = await readTools(config, options, findings);
  const inRegistry = findings.count - inConfig;
  if (reading?.written) checkDisable(config, reading.written);
  const { settings } = config;
  if (findings.count > 0 || settings === null || reading === null) return failWith(findings, inRegistry);
  const { registry } = reading;
  return { settings, registry, files: [...config.files, ...registry.files] };
}

/** Null when the config does not tell which files there are. */
async function readTools(
  { settings, sources, place }: ConfigReading,
  { definitions }: BrokerOptions,
  findings: Findings,
): Promise<RegistryReading | null> {
  const checks: DefinitionChecks = {
    ...RULES,
    ...(settings && { namedPathProblem: (tool, within, path) => namedPathProblem(tool, within, path, settings) }),
  };
  if (definitions !== undefined) return readDefinitions(definitions, checks, findings);
  if (sources === null) return null;
  const where = {
    sources,
    packageDir,
    snapshot: packSnapshotFile,
    place: (index: number) => place(["registry", index]),
  };
  return readRegistry({ ...checks, ...where }, findings);
}

function failWith(findings: Findings, inRegistry: number): Promise<never> {
  if (inRegistry === 0) return findings.fail("AR_CONFIG_INVALID", "The config");
  if (inRegistry === findings.count) return findings.fail("AR_REGISTRY_INVALID", "The registry");
  return findings.fail("AR_CONFIG_INVALID", "The config with its registry");
}

/** Definitions are held to the very rules that calls are. */
const RULES = { checkExample, checkValue, knowsEncoding, patternFault };

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
