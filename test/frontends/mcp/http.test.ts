import { request as httpRequest } from "node:http";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { listenHttp } from "../../../src/frontends/mcp/http.js";
import { HTTP } from "./connect.js";
import { project, shell } from "./tools.js";

async function listen(options: Partial<Parameters<typeof listenHttp>[1]> = {}) {
  const { broker } = await project([
    shell("hello", "echo hello"),
    shell("slow", "echo begun; exec sleep 300", { timeout: 400 }),
  ]);
  const server = await listenHttp(broker, { ...HTTP, ...options });
  onTestFinished(() => server.close());
  return { server, broker };
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
};

interface Sent {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

/** `fetch` sets Host itself; this sends what it is told. */
function post(url: string, body: string | object, headers: Record<string, string> = {}): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      url,
      {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      },
      (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          text += chunk;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      },
    );
    sent.on("error", reject);
    sent.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}

describe("the HTTP server", () => {
  it("listens on loopback alone unless there is a token", async () => {
    const { broker } = await project([shell("hello", "true")]);
    await expect(listenHttp(broker, { ...HTTP, host: "0.0.0.0" })).rejects.toThrow("a bearer token is needed");
  });

  it("says so when it cannot listen", async () => {
    const { server, broker } = await listen();
    const port = Number(new URL(server.url).port);
    await expect(listenHttp(broker, { ...HTTP, port })).rejects.toThrow(
      /Cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE/,
    );
  });

  it("refuses a Host or an Origin that a rebound name would send", async () => {
    const { server } = await listen({ allowedHosts: ["reach.example"], allowedOrigins: ["app.example"] });
    expect((await post(server.url, INITIALIZE, { host: "evil.example" })).status).toBe(403);
    expect((await post(server.url, INITIALIZE, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(server.url, INITIALIZE, { host: "reach.example" })).status).toBe(200);
    expect((await post(server.url, INITIALIZE, { origin: "https://app.example" })).status).toBe(200);
  });

  it("asks for the token before it reads a body", async () => {
    const { server } = await listen({ token: "s3cret" });
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: "s3cret" }]) {
      const refused = await post(server.url, INITIALIZE, headers as Record<string, string>);
      expect(refused.status).toBe(401);
      expect(refused.headers["www-authenticate"]).toContain("Bearer");
    }
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), {
        requestInit: { headers: { authorization: "Bearer s3cret" } },
      }),
    );
    expect((await client.callTool({ name: "hello" })).isError).toBe(false);
    await client.close();
  });

  it("answers what it cannot read, and what is elsewhere", async () => {
    const { server } = await listen();
    expect((await post(server.url, "no json")).status).toBe(400);
    expect((await post(server.url, "")).status).toBe(400);
    expect((await post(server.url, INITIALIZE, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post(server.url.replace("/mcp", "/other"), INITIALIZE)).status).toBe(404);
    expect((await post(server.url, { ...INITIALIZE, method: "tools/list" })).status).toBe(400);
    expect((await post(server.url, INITIALIZE, { "mcp-session-id": "nobody" })).status).toBe(404);
    expect((await post(server.url, `{"a":"${"x".repeat(21 * 1024 * 1024)}"}`)).status).toBe(413);
    expect((await fetch(server.url, { method: "PUT" })).status).toBe(405);
    expect((await fetch(server.url)).status).toBe(400);
    expect((await post(server.url, INITIALIZE)).status).toBe(200);
  });

  it("keeps to its number of sessions, and closes idle ones", async () => {
    const { server } = await listen({ maxSessions: 2, sessionIdleMs: 200 });
    const open = () => post(server.url, INITIALIZE);
    expect((await open()).status).toBe(200);
    const second = await open();
    expect(second.status).toBe(200);
    const third = await open();
    expect(third.status).toBe(503);
    expect(third.text).toContain("which is the limit");
    await expect.poll(async () => (await open()).status, { interval: 100 }).toBe(200);
    const id = second.headers["mcp-session-id"] as string;
    expect((await post(server.url, { ...INITIALIZE, method: "tools/list" }, { "mcp-session-id": id })).status).toBe(
      404,
    );
  });

  it("stops the run of a client that went away, in both eras", async () => {
    const { server, broker } = await listen();
    for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
      const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode } });
      const transport = new StreamableHTTPClientTransport(new URL(server.url));
      await client.connect(transport);
      const call = client.callTool({ name: "slow" });
      await expect.poll(() => broker.stats().running).toBe(1);
      if (mode === "legacy") await transport.terminateSession();
      await client.close();
      await expect(call).rejects.toThrow();
      await expect.poll(() => broker.stats().running, { timeout: 10_000 }).toBe(0);
    }
  });

  it("stops all runs when it is closed", async () => {
    const { broker } = await project([shell("slow", "exec sleep 300", { timeout: 400 })]);
    const server = await listenHttp(broker, HTTP);
    const client = new Client({ name: "c", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const call = client.callTool({ name: "slow" }).catch((error: unknown) => error);
    await expect.poll(() => broker.stats().running).toBe(1);
    await server.close();
    expect(await call).toBeDefined();
    expect(broker.stats().running).toBe(0);
    await client.close();
  });
});
