import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import type { WireBroker } from "../../broker/index.js";
import { Hub } from "./hub.js";
import { serverFactory } from "./server.js";
import { watchRegistry } from "./watch.js";

/** Above the 8 MiB that a request may have, as JSON in JSON. */
const LARGEST_MESSAGE = 20 * 1024 * 1024;

export interface StdioOptions {
  readonly version: string;
  readonly input: Readable;
  readonly output: Writable;
  /** Messages for a person; never the output. */
  readonly say: (line: string) => void;
  /** Stops the server. */
  readonly signal: AbortSignal;
}

/** Serves one client on a pair of streams, until the input ends, the output breaks or `signal` aborts; then stops all runs. */
export async function serveOnStreams(broker: WireBroker, options: StdioOptions): Promise<void> {
  const { input, output, say, signal } = options;
  // Answers that wait for a slow reader each listen for its end.
  output.setMaxListeners(0);
  const hub = new Hub(broker);
  const makeServer = serverFactory(hub, options.version);
  const unwatch = watchRegistry(hub, say);
  const gone = clientGone(input, output, signal);
  const handle = serveTransport(
    ({ era }) => {
      const server = makeServer(era);
      const unsubscribe = hub.onToolsChanged(() => void server.sendToolListChanged().catch(() => {}));
      server.onclose = unsubscribe;
      return server;
    },
    {
      transport: new StdioServerTransport(input, output, { maxBufferSize: LARGEST_MESSAGE }),
      onerror: (error) => say(`mcp: ${error.message}`),
    },
  );
  await gone;
  unwatch();
  await handle.close();
  await broker.close();
}

function clientGone(input: Readable, output: Writable, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    input.once("end", done);
    input.once("close", done);
    input.once("error", done);
    output.once("error", done);
    output.once("close", done);
    if (signal.aborted) resolve();
    signal.addEventListener("abort", done, { once: true });
  });
}
