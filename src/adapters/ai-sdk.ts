import { dynamicTool, jsonSchema, type ToolSet } from "ai";
import type { Broker, Result } from "../contract/index.js";
import { type McpTool, modelText, toToolSpecs } from "../toolspecs/index.js";
import { type AdapterOptions, answerCall, asks, offered } from "./calls.js";

export type { AdapterCall, AdapterOptions } from "./calls.js";

/** What a tool yields while it runs: the AI SDK's preliminary results, for the user interface. */
export interface Running {
  readonly status: "running";
  /** What it printed last. */
  readonly text: string;
}

/**
 * Tools for `generateText`, `streamText` and agents of the AI SDK 6. The SDK's own approval is asked for where the
 * policy says "ask"; `abortSignal` stops the run; output comes as preliminary results, the Result as the last one.
 */
export function agentReachTools(broker: Broker, options: AdapterOptions = {}): ToolSet {
  const specs = toToolSpecs("mcp", offered(broker, options));
  return Object.fromEntries(specs.map((spec) => [spec.name, aiTool(broker, spec, options)]));
}

function aiTool(broker: Broker, { name, title, description, inputSchema }: McpTool, options: AdapterOptions) {
  return dynamicTool({
    title,
    description,
    inputSchema: jsonSchema(inputSchema),
    needsApproval: (input) => asks(broker, "anthropic", { name, input }),
    async *execute(input, { toolCallId, abortSignal }): AsyncGenerator<Running | Result> {
      const output = new Latest();
      const call = answerCall(
        broker,
        { name, input, id: toolCallId },
        {
          ...options,
          onEvent(event, about) {
            options.onEvent?.(event, about);
            if (event.type === "output") output.put(event.text);
          },
        },
        // The SDK runs a tool that needs approval only after it was given.
        { format: "anthropic", signal: abortSignal, approved: () => true },
      ).finally(() => output.end());
      for await (const text of output) yield { status: "running", text };
      yield (await call).result;
    },
    toModelOutput: ({ output }) => {
      const result = output as Result;
      return { type: result.status === "success" ? "text" : "error-text", value: modelText(result) };
    },
  });
}

/** Hands on the newest text; a reader that is slow misses what came between. */
class Latest implements AsyncIterable<string> {
  private text: string | null = null;
  private ended = false;
  private wake = () => {};

  put(text: string): void {
    this.text = text;
    this.wake();
  }

  end(): void {
    this.ended = true;
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      if (this.text !== null) {
        const text = this.text;
        this.text = null;
        yield text;
      } else if (this.ended) return;
      else {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
    }
  }
}
