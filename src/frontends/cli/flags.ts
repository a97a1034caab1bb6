import type { BrokerOptions } from "../../broker/index.js";
import type { LogLevel, Scope } from "../../contract/index.js";

/** The flags every command takes. */
export interface CommonFlags {
  readonly config?: string;
  readonly profile?: string;
  readonly logLevel?: LogLevel;
  readonly role?: Scope;
}

export const LOG_LEVELS: readonly LogLevel[] = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];

export function brokerOptions(flags: CommonFlags): BrokerOptions {
  return { config: flags.config, profile: flags.profile, logLevel: flags.logLevel, role: flags.role };
}
