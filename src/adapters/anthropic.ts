import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { Broker } from "../contract/index.js";
import { toToolSpecs } from "../toolspecs/index.js";
import { type ApprovalOptions, answerCall, offered } from "./calls.js";

export type { AdapterCall, ApprovalOptions } from "./calls.js";

/** Tools for `client.beta.messages.toolRunner`. The runner's signal stops what runs; failures are `is_error` results. */
export function agentReachTools(broker: Broker, options: ApprovalOptions = {}): BetaRunnableTool[] {
  return toToolSpecs("anthropic", offered(broker, options)).map(({ name, description, input_schema }) => ({
    name,
    description,
    input_schema: input_schema as { type: "object" },
    parse: (input) => input,
    async run(input, context) {
      const id = context?.toolUse.id ?? null;
      const { text, ok } = await answerCall(broker, { name, input, id }, options, {
        format: "anthropic",
        signal: context?.signal,
        approved: (explanation) => options.approve?.(explanation, { id, tool: name }) ?? false,
      });
      if (!ok) throw new ToolError(text);
      return text;
    },
  }));
}
