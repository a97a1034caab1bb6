import type { WireBroker } from "../../broker/index.js";
import type { RequestInput } from "../../contract/index.js";
import { didYouMean } from "../../errors/index.js";
import { parseToolArgs } from "./tool-args.js";

export type ToolRequest =
  | { readonly kind: "request"; readonly request: RequestInput }
  | { readonly kind: "wrong"; readonly message: string };

/** The request that `run` and `explain` make of what a person typed. */
export function toolRequest(broker: WireBroker, name: string, words: readonly string[], cwd?: string): ToolRequest {
  const place = cwd === undefined ? {} : { cwd };
  // Also one that is disabled: the policy has the better answer then.
  const tool = broker.definition(name);
  if (tool === null) {
    const names = broker.tools().map((candidate) => candidate.name);
    return { kind: "wrong", message: `There is no tool ${name}.${didYouMean(name, names)} See agent-reach tools.` };
  }
  const args = parseToolArgs(tool, words);
  return args.kind === "wrong" ? args : { kind: "request", request: { tool: name, args: args.values, ...place } };
}
