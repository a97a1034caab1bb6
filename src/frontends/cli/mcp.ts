import { Writable } from "node:stream";
import { createBroker } from "../../broker/index.js";
import { EXIT_STATUS } from "../../errors/index.js";
import { type McpClient, printConfig, runMcp } from "../mcp/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";
import { createWriter } from "./stdio.js";

export interface McpCommandFlags extends CommonFlags {
  readonly http?: string | true;
  readonly allowHost?: readonly string[];
  readonly allowOrigin?: readonly string[];
  readonly printConfig?: McpClient;
}

/** `mcp`: serves until the client is gone, returns 0 then, and 130 when a signal ended it. */
export async function mcp(flags: McpCommandFlags): Promise<number> {
  if (flags.printConfig !== undefined) {
    const { place, text } = printConfig(flags.printConfig);
    await createWriter(2).write(`Put this into ${place}:\n`);
    await createWriter(1).write(text);
    return EXIT_STATUS.success;
  }
  const interrupt = catchInterrupts();
  const broker = await createBroker(brokerOptions(flags));
  try {
    const { http, allowHost, allowOrigin } = flags;
    await runMcp(broker, { http, allowHost, allowOrigin, signal: interrupt.signal, output: steadyOutput() });
  } finally {
    await broker.close();
  }
  interrupt.throwError();
  return interrupt.signal.aborted ? EXIT_STATUS.cancelled : EXIT_STATUS.success;
}

/** Standard output that a client which does not read cannot block, so that deadlines hold. */
function steadyOutput(): Writable {
  const writer = createWriter(1);
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      writer.write(chunk).then(() => done(), done);
    },
  });
}
