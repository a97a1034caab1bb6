import { join } from "node:path";
import { execDoor, type FrontDoor, libraryDoor, mcpDoor, ndjsonDoor } from "../../bench/index.js";
import { createBroker } from "../../broker/index.js";
import { packageDir } from "../../package-dir.js";
import type { BenchFlags } from "./bench-options.js";
import { brokerOptions } from "./flags.js";

/** The front door that `--via` names, with the config of the benchmark behind it. */
export function frontDoor(flags: BenchFlags, configFile: string): FrontDoor {
  const commandLine = {
    program: process.execPath,
    before: [join(packageDir, "bin/agent-reach.js")],
    flags: commonFlags({ ...flags, config: configFile }),
  };
  switch (flags.via) {
    case "library":
      return libraryDoor(() => createBroker({ ...brokerOptions(flags), config: configFile }));
    case "exec":
      return execDoor(commandLine);
    case "ndjson":
      return ndjsonDoor(commandLine);
    case "mcp":
      return mcpDoor(commandLine);
  }
}

function commonFlags({ config, profile, role, logLevel }: BenchFlags): string[] {
  const given = Object.entries({ "--config": config, "--profile": profile, "--role": role, "--log-level": logLevel });
  return given.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]));
}
