import { resolve } from "node:path";
import type { WireBroker } from "../../broker/index.js";
import type { RequestInput } from "../../contract/index.js";
import { didYouMean } from "../../errors/index.js";
import { parseToolArgs } from "./tool-args.js";

export type ToolRequest =
  | { readonly kind: "request"; readonly request: RequestInput }
  | { readonly kind: "wrong"; readonly message: string };

export interface ToolFlags {
  /** The tool's working directory. */
  readonly cwd?: string;
  /** The flags of the command itself, such as `--timeout`. */
  readonly ownFlags: readonly string[];
}

/** The request that `run` and `explain` make of what a person typed. */
export function toolRequest(
  broker: WireBroker,
  name: string,
  words: readonly string[],
  { cwd, ownFlags }: ToolFlags,
): ToolRequest {
  // Who types a path means it from where they are.
  const place = cwd === undefined ? {} : { cwd: resolve(cwd) };
  // Also one that is disabled: the policy has the better answer then.
  const tool = broker.definition(name);
  if (tool === null) {
    const names = broker.tools().map((candidate) => candidate.name);
    return { kind: "wrong", message: `There is no tool ${name}.${didYouMean(name, names)} See agent-reach tools.` };
  }
  const args = parseToolArgs(tool, words, ownFlags);
  return args.kind === "wrong" ? args : { kind: "request", request: { tool: name, args: args.values, ...place } };
}
