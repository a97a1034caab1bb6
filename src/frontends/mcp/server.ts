import { randomBytes } from "node:crypto";
import {
  type CallToolRequest,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject } from "../../contract/index.js";
import { toToolSpecs } from "../../toolspecs/index.js";
import { Tickets } from "./approval.js";
import { ANSWER_MS, askByAnswer, askByRequest, canAsk, type QuestionState } from "./ask.js";
import { callTool } from "./call-tool.js";
import type { Hub } from "./hub.js";
import { ownToolSpecs } from "./own-tools.js";
import { NO_PROGRESS, startProgress } from "./progress.js";
import { listResources, listResourceTemplates, readResource } from "./resources.js";

export type Era = "legacy" | "modern";

const INSTRUCTIONS = `Runs command-line tools. Each answer begins with its status. Long output is shortened with markers that say what was left out: \
do not pipe to head or tail or repeat the call, use read_output. Calls may run at the same time. For a call that takes minutes use run_start and run_wait.`;
/** Since this revision a tool result may hold resource links. */
const LINKS_SINCE = "2025-06-18";

/** Makes the protocol servers of one process, one for each connection or request, for both eras. */
export function serverFactory(hub: Hub, version: string): (era: Era) => Server {
  const tickets = new Tickets(ANSWER_MS);
  const codec = createRequestStateCodec<QuestionState>({ key: randomBytes(32), ttlSeconds: ANSWER_MS / 1_000 });

  return (era) => {
    const server = new Server(
      { name: "agent-reach", title: "Agent-Reach", version },
      {
        capabilities: { tools: { listChanged: true }, resources: {} },
        instructions: INSTRUCTIONS,
        requestState: { verify: codec.verify },
      },
    );
    server.setRequestHandler("tools/list", (request) => {
      refuseCursor(request.params?.cursor);
      const tools = hub.broker.tools();
      return { tools: [...toToolSpecs("mcp", tools), ...ownToolSpecs(tools)] as never[] };
    });
    server.setRequestHandler("tools/call", (request, context) => call(server, era, request, context));
    server.setRequestHandler("resources/list", (request) => {
      refuseCursor(request.params?.cursor);
      return listResources(hub);
    });
    server.setRequestHandler("resources/templates/list", (request) => {
      refuseCursor(request.params?.cursor);
      return listResourceTemplates();
    });
    server.setRequestHandler("resources/read", (request) => readResource(hub, request.params.uri));
    return server;
  };

  async function call(server: Server, era: Era, request: CallToolRequest, context: ServerContext) {
    const token = context.mcpReq._meta?.progressToken;
    const progress =
      token === undefined
        ? NO_PROGRESS
        : startProgress((count, message) =>
            context.mcpReq.notify({
              method: "notifications/progress",
              params: { progressToken: token, progress: count, message },
            }),
          );
    const client = clientOf(server, era, context);
    try {
      return (await callTool(hub, request.params.name, (request.params.arguments ?? {}) as JsonObject, {
        signal: context.mcpReq.signal,
        progress,
        // A name is free text; the records want a line of it.
        caller: `mcp ${client.name}`.slice(0, 128).replace(/[^\x20-\x7e]/g, "?"),
        links: era === "modern" || (server.getNegotiatedProtocolVersion() ?? "") >= LINKS_SINCE,
        ask: async (explanation) => {
          if (!canAsk(client.capabilities)) return { kind: "cannot_ask" };
          if (era === "modern") return askByAnswer(context, explanation, tickets, codec);
          progress.say("waiting for a person's approval");
          return askByRequest(context, explanation);
        },
      })) as CallToolResult | InputRequiredResult;
    } finally {
      progress.stop();
    }
  }
}

interface Client {
  readonly name: string;
  readonly capabilities: ClientCapabilities | undefined;
}

function clientOf(server: Server, era: Era, context: ServerContext): Client {
  if (era === "legacy") {
    return { name: server.getClientVersion()?.name ?? "client", capabilities: server.getClientCapabilities() };
  }
  // The SDK checks the envelope before the handler runs, but publishes no type for it.
  const envelope = (context.mcpReq.envelope ?? {}) as {
    readonly [CLIENT_INFO_META_KEY]?: { readonly name: string };
    readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities;
  };
  return {
    name: envelope[CLIENT_INFO_META_KEY]?.name ?? "client",
    capabilities: envelope[CLIENT_CAPABILITIES_META_KEY],
  };
}

/** Every list fits one page, so no cursor was ever given out. */
function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor.");
}
