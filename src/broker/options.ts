import type { JsonObject, LogLevel, Scope } from "../contract/index.js";

/** How a broker is made. Nothing given: the config is looked for from the current folder upwards. */
export interface BrokerOptions {
  /** A config file, or its content as an object; no file is looked for then. */
  readonly config?: string | JsonObject;
  /** development, test, production or a profile file; else AGENT_REACH_PROFILE. */
  readonly profile?: string;
  /** The content of a registry file as an object, in place of the files the config names. */
  readonly definitions?: JsonObject;
  /** Where the search for a config starts; the current folder when absent. */
  readonly cwd?: string;
  /** The environment to take variables from; that of the process when absent. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Wins over `[policy] role`. */
  readonly role?: Scope;
  /** For one call and the end: does not look for what dead brokers left. `agent-reach doctor` does. */
  readonly oneShot?: boolean;
  /** Wins over `[log] level`. */
  readonly logLevel?: LogLevel;
}
