import { type FunctionTool, tool } from "@openai/agents";
import type { Broker } from "../contract/index.js";
import { type OpenAiTool, toToolSpecs } from "../toolspecs/index.js";
import { type AdapterOptions, answerCall, asks, offered } from "./calls.js";

export type { AdapterCall, AdapterOptions } from "./calls.js";

/**
 * Tools for the OpenAI Agents SDK. Where the policy says "ask" the run is interrupted, as the SDK does it: approve or
 * reject the interruption on the run's state and run on. The run's signal stops what runs.
 */
export function agentReachTools(broker: Broker, options: AdapterOptions = {}): FunctionTool[] {
  return toToolSpecs("openai", offered(broker, options)).map((spec) => agentsTool(broker, spec, options));
}

/** The SDK's type of a JSON Schema that is no Zod schema. */
type Schema = Extract<FunctionTool["parameters"], { additionalProperties: true }>;

function agentsTool(broker: Broker, spec: OpenAiTool, options: AdapterOptions): FunctionTool {
  const { name, description } = spec;
  const made = tool<Schema>({
    name,
    description,
    parameters: spec.parameters as unknown as Schema,
    strict: false,
    needsApproval: async (_context, input) => asks(broker, "anthropic", { name, input }),
    execute: () => "",
  });
  // The text of the arguments reaches us as the model wrote it, so that what can be repaired is.
  const invoke: FunctionTool["invoke"] = async (_context, input, details) => {
    const call = { name, arguments: input, call_id: details?.toolCall?.callId };
    // The SDK runs a tool that needs approval only after it was given.
    const settings = { format: "openai", signal: details?.signal, approved: () => true } as const;
    return (await answerCall(broker, call, options, settings)).text;
  };
  return { ...made, invoke } as unknown as FunctionTool;
}
