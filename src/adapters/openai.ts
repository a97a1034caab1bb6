import type { RunnableToolFunctionWithoutParse } from "openai/lib/RunnableFunction";
import type { Broker } from "../contract/index.js";
import { toToolSpecs } from "../toolspecs/index.js";
import { type ApprovalOptions, answerCall, offered } from "./calls.js";

export type { AdapterCall, ApprovalOptions } from "./calls.js";

/** Tools for `client.chat.completions.runTools`. Aborting the runner stops what runs. */
export function agentReachTools(broker: Broker, options: ApprovalOptions = {}): RunnableToolFunctionWithoutParse[] {
  return toToolSpecs("openai-chat", offered(broker, options)).map(({ function: spec }) => ({
    type: "function",
    function: {
      name: spec.name,
      description: spec.description,
      parameters: spec.parameters as RunnableToolFunctionWithoutParse["function"]["parameters"],
      async function(args, runner) {
        const { name } = spec;
        const { text } = await answerCall(broker, { name, arguments: args }, options, {
          format: "openai",
          signal: runner.controller.signal,
          approved: (explanation) => options.approve?.(explanation, { id: null, tool: name }) ?? false,
        });
        return text;
      },
    },
  }));
}
