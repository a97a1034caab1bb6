import { ToolMessage } from "@langchain/core/messages";
import { type DynamicStructuredTool, tool } from "@langchain/core/tools";
import type { Broker } from "../contract/index.js";
import { type AnthropicTool, toToolSpecs } from "../toolspecs/index.js";
import { type ApprovalOptions, answerCall, offered } from "./calls.js";

export type { AdapterCall, ApprovalOptions } from "./calls.js";

/** The part of LangChain's config that a tool reads; `writer` is LangGraph's stream of mode "custom". */
interface Config {
  readonly signal?: AbortSignal;
  readonly toolCall?: { readonly id?: string };
  readonly writer?: (chunk: unknown) => void;
}

/**
 * Tools for LangChain and a LangGraph ToolNode. A call answers with a ToolMessage: text for the model, status, and the
 * Result as artifact. In LangGraph `approve: (explanation) => interrupt(explanation) === true` pauses the graph for a
 * person; the config's `signal` stops the run; progress goes to the stream of mode "custom".
 */
export function agentReachTools(broker: Broker, options: ApprovalOptions = {}): DynamicStructuredTool[] {
  return toToolSpecs("anthropic", offered(broker, options)).map((spec) => langChainTool(broker, spec, options));
}

function langChainTool(broker: Broker, spec: AnthropicTool, options: ApprovalOptions): DynamicStructuredTool {
  const { name, description, input_schema: schema } = spec;
  return tool(
    async (input: unknown, config: Config) => {
      const id = config.toolCall?.id ?? null;
      const { text, result, ok } = await answerCall(
        broker,
        { name, input, id },
        {
          ...options,
          onEvent(event, call) {
            options.onEvent?.(event, call);
            if (event.type !== "settled") config.writer?.({ ...event, tool: name, tool_call_id: id });
          },
        },
        {
          format: "anthropic",
          signal: config.signal,
          approved: (explanation) => options.approve?.(explanation, { id, tool: name }) ?? false,
        },
      );
      if (id === null) return text;
      return new ToolMessage({
        content: text,
        name,
        tool_call_id: id,
        status: ok ? "success" : "error",
        artifact: result,
      });
    },
    { name, description, schema },
  ) as DynamicStructuredTool;
}
