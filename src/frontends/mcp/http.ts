import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler, isLegacyRequest, readRequestBody } from "@modelcontextprotocol/server";
import { Hono } from "hono";
import type { WireBroker } from "../../broker/index.js";
import { BrokerError, fault } from "../../errors/index.js";
import { guard } from "./http-guard.js";
import { HttpSessions, refusal } from "./http-sessions.js";
import { Hub } from "./hub.js";
import { serverFactory } from "./server.js";
import { watchRegistry } from "./watch.js";

/** Above the 8 MiB that a request may have, as JSON in JSON. */
const BODY_BYTES = 20 * 1024 * 1024;
const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

export interface HttpOptions {
  readonly version: string;
  readonly host: string;
  /** 0 = any free one. */
  readonly port: number;
  /** Callers must send it as a bearer token; null only on loopback. */
  readonly token: string | null;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly say: (line: string) => void;
}

export interface HttpServer {
  readonly url: string;
  /** Ends every session and stops all runs. */
  close(): Promise<void>;
}

/** Streamable HTTP on `/mcp`. Rejects with a BrokerError when it cannot listen, or would be open to the network unguarded. */
export async function listenHttp(broker: WireBroker, options: HttpOptions): Promise<HttpServer> {
  if (options.token === null && !LOOPBACK.includes(options.host)) {
    throw new BrokerError(
      fault("AR_CONFIG_INVALID", `${options.host} can be reached over the network, so a bearer token is needed.`, {
        hint: "Set AGENT_REACH_MCP_TOKEN, or listen on 127.0.0.1.",
      }),
    );
  }
  const host = options.host.includes(":") ? `[${options.host}]` : options.host;
  const hub = new Hub(broker);
  const makeServer = serverFactory(hub, options.version);
  const onerror = (error: Error) => options.say(`mcp: ${error.message}`);
  const modern = createMcpHandler(() => makeServer("modern"), {
    legacy: "reject",
    maxRequestBodySize: BODY_BYTES,
    onerror,
  });
  const sessions = new HttpSessions(
    () => {
      const server = makeServer("legacy");
      server.onclose = hub.onToolsChanged(() => void server.sendToolListChanged().catch(() => {}));
      return server;
    },
    { sessions: options.maxSessions, idleMs: options.sessionIdleMs, bodyBytes: BODY_BYTES },
  );
  hub.onToolsChanged(() => modern.notify.toolsChanged());

  const app = new Hono();
  app.use(guard({ ...options, allowedHosts: [...options.allowedHosts, host] }));
  app.post("/mcp", async (context) => {
    const request = context.req.raw;
    const read = await readRequestBody(request, BODY_BYTES);
    if (read.tooLarge) return refusal(413, -32_000, `The request is larger than ${BODY_BYTES} bytes.`);
    const body = parseJson(read.text);
    if (body === NOT_JSON) return refusal(400, -32_700, "Parse error: the body is not JSON.");
    if (await isLegacyRequest(request, body)) return sessions.handle(request, body);
    return modern.fetch(request, { parsedBody: body });
  });
  // Streams and ends of sessions, which later revisions do not have.
  app.on(["GET", "DELETE"], "/mcp", (context) => sessions.handle(context.req.raw, undefined));
  app.all("/mcp", () => refusal(405, -32_000, "Method not allowed. POST, GET and DELETE are."));
  app.notFound(() => refusal(404, -32_000, "Not found. The endpoint is /mcp."));
  app.onError((error) => {
    onerror(error);
    return refusal(500, -32_603, "Internal error.");
  });

  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      const message = `Cannot listen on ${options.host}:${options.port}: ${error.message}`;
      reject(new BrokerError(fault("AR_CONFIG_INVALID", message, { hint: "Choose another address with --http." })));
    });
    server.listen(options.port, options.host, resolve);
  });
  const unwatch = watchRegistry(hub, options.say);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}/mcp`,
    async close() {
      unwatch();
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([modern.close(), sessions.close()]);
      await broker.close();
      server.closeAllConnections();
      await stopped;
    },
  };
}

const NOT_JSON = Symbol("not JSON");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
