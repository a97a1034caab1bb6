import { resolve } from "node:path";
import type { Settings } from "../contract/index.js";
import {
  type Document,
  type Findings,
  type KeyPath,
  objectDocument,
  type Place,
  type Plain,
  readDocument,
  readingFault,
  type Table,
} from "../toml/index.js";
import { type ChainOptions, readChain } from "./chain.js";
import { findConfigFile } from "./discover.js";
import type { Variables } from "./folders.js";
import { merge } from "./merge.js";
import { checkPlaces } from "./places.js";
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

/** A config as far as it could be read. */
export interface ConfigReading {
  /** Frozen all the way down; fit to run by only where nothing was found wrong. Null when a file of it cannot be had. */
  readonly settings: Settings | null;
  /** The registry files it names; null when that cannot be told. */
  readonly sources: readonly string[] | null;
  /** Every file that was read, absolute, for those who watch them. */
  readonly files: readonly string[];
  /** Where the value of a key in force is written: `["registry", 0]`. */
  readonly place: (path: KeyPath) => Promise<Place>;
  /** Tells of a fault in the value of a key in force. */
  readonly report: (path: KeyPath, message: string, suggestion?: string | null) => void;
}

/** A config without a fault. */
export interface LoadedConfig extends ConfigReading {
  readonly settings: Settings;
  readonly sources: readonly string[];
}

/**
 * Finds the config, lays it over what it extends and works out every value. All that is wrong goes to the findings, so
 * that the registry's faults can be told with it.
 */
export async function readConfig(options: ConfigOptions, findings: Findings): Promise<ConfigReading> {
  const { cwd, env, packageDir } = options;
  const start = startDocument(options, findings);
  if (start === "unreadable") return NOTHING_READ;
  const chain = await readChain(start, { cwd, env, packageDir, findings, profile: profileOf(options) });
  const { documents, profile } = chain;
  const report: ConfigReading["report"] = (path, message, suggestion = null) =>
    findings.add(originOf(path, documents), path, message, { suggestion });
  const merged = documents.map((document) => rebase(document, cwd, env)).reduceRight(merge, Object.create(null));
  const raw = merged as unknown as RawConfig;
  const configFile = start === null || start.text === null ? null : start.file;
  const settings = chain.complete
    ? settingsOf(raw, readFolders(raw, configFile, options, report), { configFile, profile })
    : null;
  if (settings !== null) checkPlaces(raw, settings, report);
  return {
    settings,
    sources: chain.registryBroken ? null : (raw.registry ?? null),
    files: documents.filter(({ text }) => text !== null).map(({ file }) => file),
    place: (path) => findings.place(originOf(path, documents), path),
    report,
  };
}

const NOTHING_READ: ConfigReading = {
  settings: null,
  sources: null,
  files: [],
  place: async () => ({ file: "<config>", line: null, column: null, key: null }),
  report: () => {},
};

/** The config that was asked for or found; null when there is none. */
function startDocument({ config, cwd, env }: ConfigOptions, findings: Findings): Document | "unreadable" | null {
  if (typeof config === "object") return objectDocument("<config>", config);
  const file = config === undefined ? findConfigFile(cwd, env) : resolve(cwd, config);
  if (file === null) return null;
  const reading = readDocument(file);
  if (reading.kind === "document") return reading.document;
  findings.addFault(readingFault(file, reading));
  return "unreadable";
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
