import { randomUUID } from "node:crypto";
import {
  isInitializeRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";

export interface SessionLimits {
  readonly sessions: number;
  /** A session without an open request is closed after this. */
  readonly idleMs: number;
  readonly bodyBytes: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  open: number;
  idleSince: number;
}

/** The sessions of clients up to 2025-11-25; later ones have none. */
export class HttpSessions {
  private readonly sessions = new Map<string, Session>();
  private readonly sweep: NodeJS.Timeout;

  constructor(
    private readonly makeServer: () => Server,
    private readonly limits: SessionLimits,
  ) {
    this.sweep = setInterval(() => this.closeIdle(), Math.min(limits.idleMs, 60_000));
    this.sweep.unref();
  }

  async handle(request: Request, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    if (id !== null) {
      const session = this.sessions.get(id);
      if (session === undefined) return refusal(404, -32_001, "Session not found. Start a new one with initialize.");
      return this.track(session, () => session.transport.handleRequest(request, { parsedBody }));
    }
    const opens = Array.isArray(parsedBody) ? parsedBody.some(isInitializeRequest) : isInitializeRequest(parsedBody);
    if (!opens)
      return refusal(400, -32_000, "Bad Request: Mcp-Session-Id is missing; the first request is initialize.");
    return this.open(request, parsedBody);
  }

  async close(): Promise<void> {
    clearInterval(this.sweep);
    await Promise.all([...this.sessions.values()].map((session) => session.transport.close()));
  }

  private async open(request: Request, parsedBody: unknown): Promise<Response> {
    this.closeIdle();
    if (this.sessions.size >= this.limits.sessions) {
      return refusal(
        503,
        -32_000,
        `${this.limits.sessions} sessions are open, which is the limit. Close one, or wait.`,
      );
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.limits.bodyBytes,
      onsessioninitialized: (id) => {
        this.sessions.set(id, session);
      },
    });
    const session: Session = { transport, open: 0, idleSince: performance.now() };
    const server = this.makeServer();
    const closed = server.onclose;
    server.onclose = () => {
      if (transport.sessionId !== undefined) this.sessions.delete(transport.sessionId);
      closed?.();
    };
    await server.connect(transport);
    const response = await this.track(session, () => transport.handleRequest(request, { parsedBody }));
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  /** A session counts as used until the body of each answer has been read to its end or dropped. */
  private async track(session: Session, handle: () => Promise<Response>): Promise<Response> {
    session.open += 1;
    const done = once(() => {
      session.open -= 1;
      session.idleSince = performance.now();
    });
    try {
      const response = await handle();
      if (response.body === null) {
        done();
        return response;
      }
      return new Response(watched(response.body, done), response);
    } catch (error) {
      done();
      throw error;
    }
  }

  private closeIdle(): void {
    const before = performance.now() - this.limits.idleMs;
    for (const session of this.sessions.values()) {
      if (session.open === 0 && session.idleSince < before) void session.transport.close();
    }
  }
}

function watched(body: ReadableStream<Uint8Array>, done: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done: ended, value } = await reader.read();
      if (!ended) return controller.enqueue(value);
      done();
      controller.close();
    },
    cancel(reason) {
      done();
      return reader.cancel(reason);
    },
  });
}

function once(callback: () => void): () => void {
  let called = false;
  return () => {
    if (!called) callback();
    called = true;
  };
}

export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status });
}
