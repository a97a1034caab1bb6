import { PassThrough } from "node:stream";
import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { WireBroker } from "../../../src/broker/index.js";
import { listenHttp } from "../../../src/frontends/mcp/http.js";
import { serveOnStreams } from "../../../src/frontends/mcp/stdio.js";

export const WAYS = [
  { wire: "stdio", era: "legacy" },
  { wire: "stdio", era: "modern" },
  { wire: "http", era: "legacy" },
  { wire: "http", era: "modern" },
] as const;
export type Way = (typeof WAYS)[number];

export interface Connection {
  readonly client: Client;
  /** What the server told its person. */
  readonly said: readonly string[];
  /** Ends the client's side; resolves when the server has stopped everything. */
  close(): Promise<void>;
}

/** The SDK's client on our server, over real sockets or streams. */
export async function connect(broker: WireBroker, way: Way, options: ClientOptions = {}): Promise<Connection> {
  const client = new Client(
    { name: "test-client", version: "1.0.0" },
    { ...options, versionNegotiation: { mode: way.era === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );
  const said: string[] = [];
  const say = (line: string) => void said.push(line);
  if (way.wire === "stdio") {
    const toServer = new PassThrough();
    const toClient = new PassThrough();
    const stop = new AbortController();
    const served = serveOnStreams(broker, {
      version: "0.0.0",
      input: toServer,
      output: toClient,
      say,
      signal: stop.signal,
    });
    // Lines of JSON look the same from both ends, so the server's transport does for the client.
    await client.connect(new StdioServerTransport(toClient, toServer));
    return {
      client,
      said,
      async close() {
        toServer.end();
        await served;
        await client.close();
      },
    };
  }
  const server = await listenHttp(broker, { ...HTTP, say });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return {
    client,
    said,
    async close() {
      await client.close();
      await server.close();
    },
  };
}

export const HTTP = {
  version: "0.0.0",
  host: "127.0.0.1",
  port: 0,
  token: null,
  allowedHosts: [],
  allowedOrigins: [],
  maxSessions: 8,
  sessionIdleMs: 60_000,
  say: () => {},
};
