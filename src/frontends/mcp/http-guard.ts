import { createHash, timingSafeEqual } from "node:crypto";
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from "@modelcontextprotocol/server";
import type { MiddlewareHandler } from "hono";

export interface GuardOptions {
  /** Names, beside the loopback ones, that `Host` may hold. */
  readonly allowedHosts: readonly string[];
  /** Hosts of web pages, beside the loopback ones, that may call. */
  readonly allowedOrigins: readonly string[];
  /** Null = none is asked for. */
  readonly token: string | null;
}

/** Refuses what a web page could send unasked (DNS rebinding), and who has no token, before a body is read. */
export function guard(options: GuardOptions): MiddlewareHandler {
  const hosts = [...localhostAllowedHostnames(), ...options.allowedHosts];
  const origins = [...localhostAllowedOrigins(), ...options.allowedOrigins];
  const expected = options.token === null ? null : digest(`Bearer ${options.token}`);
  return async (context, next) => {
    const request = context.req.raw;
    const refused = hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins);
    if (refused !== undefined) return refused;
    if (expected !== null) {
      const given = context.req.header("authorization")?.replace(/^bearer +/i, "Bearer ") ?? "";
      if (!timingSafeEqual(digest(given), expected)) return unauthorized();
    }
    await next();
  };
}

/** Of one length, so that comparing tells nothing of the token. */
const digest = (text: string) => createHash("sha256").update(text).digest();

function unauthorized(): Response {
  const error = { code: -32_000, message: "A bearer token is needed." };
  const headers = { "www-authenticate": 'Bearer realm="agent-reach"' };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status: 401, headers });
}
