import { resolve } from "node:path";
import type { Settings } from "../contract/index.js";
import {
  type Document,
  Findings,
  type KeyPath,
  objectDocument,
  type Place,
  type Plain,
  readDocument,
  type Table,
} from "../toml/index.js";
import { type ChainOptions, readChain } from "./chain.js";
import { findConfigFile } from "./discover.js";
import type { Variables } from "./folders.js";
import { merge } from "./merge.js";
import type { RawConfig } from "./raw.js";
import { rebase } from "./rebase.js";
import { readFolders } from "./roots.js";
import { settingsOf } from "./settings.js";

export interface ConfigOptions {
  /** Absolute. Where the search begins; the project root when no file is found. */
  readonly cwd: string;
  readonly env: Variables;
  /** A file, relative to `cwd`, or the content of one; absent: `agent-reach.toml` is looked for. */
  readonly config?: string | object;
  /** Takes the place of the shipped profile the config rests on; absent: AGENT_REACH_PROFILE. */
  readonly profile?: string;
  /** The folder of the package, where config/ holds the shipped profiles. */
  readonly packageDir: string;
}

export interface LoadedConfig {
  /** Frozen all the way down. */
  readonly settings: Settings;
  /** Every file that was read, absolute, for those who watch them. */
  readonly files: readonly string[];
  /** Where the value of a key in force is written: `["registry", 0]`. */
  readonly place: (path: KeyPath) => Promise<Place>;
}

const CONFIG_FAULTS = ["AR_CONFIG_INVALID", "The config"] as const;

/**
 * Finds the config, lays it over what it extends and works out every value.
 * @throws BrokerError AR_CONFIG_INVALID with every fault in `details.faults` (SourceFault[]).
 */
export async function loadConfig(options: ConfigOptions): Promise<LoadedConfig> {
  const { cwd, env, packageDir } = options;
  const findings = new Findings();
  const start = startDocument(options, findings);
  await findings.throwIfAny(...CONFIG_FAULTS);

  const chain = await readChain(start, { cwd, env, packageDir, findings, profile: profileOf(options) });
  if (chain === null) return findings.fail(...CONFIG_FAULTS);
  const { documents, profile } = chain;
  const raw = documents.map((document) => rebase(document, cwd, env)).reduceRight(merge) as unknown as RawConfig;
  const configFile = start === null || start.text === null ? null : start.file;
  const folders = readFolders(raw, configFile, options, (path, message) =>
    findings.add(originOf(path, documents), path, message),
  );
  await findings.throwIfAny(...CONFIG_FAULTS);

  return {
    settings: settingsOf(raw, folders, { configFile, profile }),
    files: documents.filter(({ text }) => text !== null).map(({ file }) => file),
    place: (path) => findings.place(originOf(path, documents), path),
  };
}

/** The config that was asked for or found; null when there is none. */
function startDocument({ config, cwd, env }: ConfigOptions, findings: Findings): Document | null {
  if (typeof config === "object") return objectDocument("<config>", config);
  const file = config === undefined ? findConfigFile(cwd, env) : resolve(cwd, config);
  if (file === null) return null;
  const reading = readDocument(file);
  if (reading.kind === "document") return reading.document;
  const missing = { file, line: null, column: null, key: null, message: "there is no such file", suggestion: null };
  findings.addFault(reading.kind === "fault" ? reading.fault : missing);
  return null;
}

function profileOf({ profile, env }: ConfigOptions): ChainOptions["profile"] {
  if (profile !== undefined) return { name: profile, askedBy: "<profile>" };
  return env.AGENT_REACH_PROFILE ? { name: env.AGENT_REACH_PROFILE, askedBy: "<AGENT_REACH_PROFILE>" } : null;
}

/** The document whose value of a key is in force. */
function originOf(path: KeyPath, documents: readonly Document[]): Document {
  const says = ({ table }: Document) =>
    path.reduce<Plain | undefined>((value, step) => (value as Table | undefined)?.[step], table) !== undefined;
  return documents.find(says) ?? documents[0]!;
}
