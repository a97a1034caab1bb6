import type { Result } from "../../contract/index.js";
import type { FrontDoor } from "../front-door.js";
import type { CommandLine } from "./command-line.js";
import { startLineProcess } from "./line-process.js";

const PROTOCOL_VERSION = "2025-11-25";

interface Reply {
  readonly error?: { readonly message: string };
  readonly result?: { readonly structuredContent?: Result };
}

/**
 * `mcp` on stdio, spoken to without a client library, whose own work would be in the numbers. A cancelled request gets
 * no answer there and `timeout_ms` is no argument of a tool.
 */
export function mcpDoor(commandLine: CommandLine): FrontDoor {
  return {
    name: "mcp",
    abilities: { cancel: false, timeout: false },
    async open() {
      const lines = startLineProcess(commandLine, ["mcp", ...commandLine.flags]);
      let sent = 0;
      const ask = async (method: string, params: unknown): Promise<NonNullable<Reply["result"]>> => {
        sent += 1;
        const id = `b${sent}`;
        const reply = (await lines.ask(id, { jsonrpc: "2.0", id, method, params })) as Reply;
        if (reply.result === undefined) throw new Error(`${method}: ${reply.error?.message ?? "no result"}`);
        return reply.result;
      };
      await ask("initialize", {
        protocolVersion: PROTOCOL_VERSION,
        capabilities: {},
        clientInfo: { name: "agent-reach-bench", version: "1" },
      });
      lines.tell({ jsonrpc: "2.0", method: "notifications/initialized" });
      return {
        pid: lines.pid,
        get strays() {
          return lines.strays;
        },
        async call({ tool, args }) {
          const { structuredContent } = await ask("tools/call", { name: tool, arguments: args ?? {} });
          if (structuredContent === undefined) throw new Error(`the answer to ${tool} has no structured content`);
          return structuredContent;
        },
        watchLoop: lines.watchLoop,
        close: lines.close,
      };
    },
  };
}
