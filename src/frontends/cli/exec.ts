import { createBroker, faultResult, MAX_REQUEST_BYTES } from "../../broker/index.js";
import type { Explanation, Fault, Result } from "../../contract/index.js";
import { BrokerError, EXIT_STATUS, fault } from "../../errors/index.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";
import { createWriter, jsonLine, readStdin } from "./stdio.js";

/**
 * `exec --json`: one request on stdin, one result on stdout, whatever happens. Returns the exit status.
 */
export async function execJson(flags: CommonFlags): Promise<number> {
  const input = await readStdin(MAX_REQUEST_BYTES);
  const interrupt = catchInterrupts();
  const answered = await answerOne(flags, input, interrupt.signal);
  const result = interrupt.error === null ? answered : faultResult(internalFault(interrupt.error));
  try {
    await createWriter(1).write(jsonLine(result));
  } catch {
    // Nobody reads any more; the exit status still tells.
  }
  return "status" in result ? EXIT_STATUS[result.status] : EXIT_STATUS.success;
}

async function answerOne(flags: CommonFlags, input: Buffer, signal: AbortSignal): Promise<Result | Explanation> {
  try {
    const broker = await createBroker({ ...brokerOptions(flags), oneShot: true });
    try {
      return await broker.answer(input, { signal });
    } finally {
      await broker.close();
    }
  } catch (error) {
    return faultResult(error instanceof BrokerError ? error.fault : internalFault(error));
  }
}

export function internalFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return fault("AR_INTERNAL", `The broker failed: ${message}`, {
    hint: "Please report this with the log at --log-level debug.",
  });
}
