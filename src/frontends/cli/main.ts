import { execFlags } from "./exec-flags.js";
import { failure } from "./failure.js";

/** Runs one command and returns the exit status. */
export async function main(args: readonly string[]): Promise<number> {
  const exec = execFlags(args);
  if (exec?.mode === "ndjson") {
    const { execNdjson } = await import("./exec-ndjson.js");
    return execNdjson(exec.flags).catch(failure);
  }
  return (await import("./program.js")).runProgram(args);
}
