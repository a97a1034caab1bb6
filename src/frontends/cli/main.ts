import { execFlags } from "./exec-flags.js";

/** Runs one command and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const exec = execFlags(args);
  if (exec?.mode === "ndjson") return (await import("./exec-ndjson.js")).execNdjson(exec.flags);
  return (await import("./program.js")).runProgram(args);
}
