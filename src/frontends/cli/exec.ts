import { createBroker, faultAnswer, faultResult, MAX_REQUEST_BYTES } from "../../broker/index.js";
import type { Explanation, Fault, Result } from "../../contract/index.js";
import { BrokerError, EXIT_STATUS, fault } from "../../errors/index.js";
import { jsonLine } from "../../json-line.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";
import { createWriter, readStdin } from "./stdio.js";

/**
 * `exec --json`: one request on stdin, one result on stdout, whatever happens. Returns the exit status.
 */
export async function execJson(flags: CommonFlags): Promise<number> {
  const input = await readInput();
  const interrupt = catchInterrupts();
  const answered = Buffer.isBuffer(input) ? await answerOne(flags, input, interrupt.signal) : faultResult(input);
  const result = interrupt.error === null ? answered : faultResult(internalFault(interrupt.error));
  try {
    await createWriter(1).write(jsonLine(result));
  } catch (error) {
    process.stderr.write(`agent-reach: the result could not be written: ${(error as Error).message}\n`);
    return EXIT_STATUS.error;
  }
  return "status" in result ? EXIT_STATUS[result.status] : EXIT_STATUS.success;
}

async function readInput(): Promise<Buffer | Fault> {
  try {
    return await readStdin(MAX_REQUEST_BYTES);
  } catch (error) {
    return fault("AR_REQUEST_NOT_JSON", `The request could not be read: ${(error as Error).message}`, {
      hint: "Give one request as JSON on standard input.",
    });
  }
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
    return faultAnswer(error instanceof BrokerError ? error.fault : internalFault(error), input);
  }
}

export function internalFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  return fault("AR_INTERNAL", `The broker failed: ${message}`, {
    hint: "Please report this with the log at --log-level debug.",
  });
}
