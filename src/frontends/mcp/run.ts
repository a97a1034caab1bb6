import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Writable } from "node:stream";
import type { WireBroker } from "../../broker/index.js";
import { packageDir } from "../../package-dir.js";
import { parseAddress } from "./address.js";

export interface McpFlags {
  /** `--http [HOST:PORT]`; absent = stdio. */
  readonly http?: string | true;
  /** `--allow-host NAME`, beside the loopback names and the one listened on. */
  readonly allowHost?: readonly string[];
  /** `--allow-origin HOST`, of web pages that may call. */
  readonly allowOrigin?: readonly string[];
  /** Stops the server; the command line aborts it on SIGTERM, SIGINT and SIGHUP. */
  readonly signal: AbortSignal;
  /** Where stdio answers go. */
  readonly output: Writable;
}

const MAX_SESSIONS = 64;
const SESSION_IDLE_MS = 30 * 60_000;

/**
 * `agent-reach mcp`: serves until the client is gone (stdio) or `signal` aborts, then stops all runs and closes the
 * broker. Rejects with a BrokerError when it cannot listen. The token of HTTP comes from AGENT_REACH_MCP_TOKEN.
 */
export async function runMcp(broker: WireBroker, flags: McpFlags): Promise<void> {
  const say = (line: string) => void process.stderr.write(`${line}\n`);
  const { version } = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as { version: string };
  if (flags.http === undefined) {
    const { serveOnStreams } = await import("./stdio.js");
    return serveOnStreams(broker, {
      version,
      input: process.stdin,
      output: flags.output,
      say,
      signal: flags.signal,
    });
  }
  const address = parseAddress(flags.http);
  const { listenHttp } = await import("./http.js");
  const server = await listenHttp(broker, {
    ...address,
    version,
    say,
    token: process.env.AGENT_REACH_MCP_TOKEN || null,
    allowedHosts: flags.allowHost ?? [],
    allowedOrigins: flags.allowOrigin ?? [],
    maxSessions: MAX_SESSIONS,
    sessionIdleMs: SESSION_IDLE_MS,
  });
  say(`listening on ${server.url}`);
  await aborted(flags.signal);
  await server.close();
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
