import type { Broker, RequestInput } from "../../contract/index.js";
import { didYouMean } from "../../errors/index.js";
import { parseToolArgs } from "./tool-args.js";

export type ToolRequest =
  | { readonly kind: "request"; readonly request: RequestInput }
  | { readonly kind: "wrong"; readonly message: string };

/** The request that `run` and `explain` make of what a person typed. */
export function toolRequest(broker: Broker, name: string, words: readonly string[], cwd?: string): ToolRequest {
  const place = cwd === undefined ? {} : { cwd };
  const tool = broker.tools().find((candidate) => candidate.name === name);
  if (tool === undefined) {
    // A disabled tool is not listed, yet the policy has the better answer.
    if (words.length === 0) return { kind: "request", request: { tool: name, ...place } };
    const names = broker.tools().map((candidate) => candidate.name);
    return { kind: "wrong", message: `There is no tool ${name}.${didYouMean(name, names)} See agent-reach tools.` };
  }
  const args = parseToolArgs(tool, words);
  return args.kind === "wrong" ? args : { kind: "request", request: { tool: name, args: args.values, ...place } };
}
