import { createBroker, faultAnswer, faultResult, MAX_REQUEST_BYTES, type WireBroker } from "../../broker/index.js";
import type { Fault } from "../../contract/index.js";
import { BrokerError, EXIT_STATUS, fault } from "../../errors/index.js";
import { jsonLine } from "../../json-line.js";
import { internalFault } from "./exec.js";
import { brokerOptions, type CommonFlags } from "./flags.js";
import { catchInterrupts } from "./interrupt.js";
import { splitLines } from "./lines.js";
import { createWriter, type Writer } from "./stdio.js";

/** Characters of answers that may wait for a slow reader before no further request is read. */
const PENDING_ANSWERS = 1024 * 1024;

/**
 * `exec --ndjson`: a request a line, run concurrently, an answer a line in order of completion. Requests are read
 * only as fast as they can be run and their answers taken. Returns 0 when each line was answered, 130 when a signal
 * or a reader that left ended it before.
 */
export async function execNdjson(flags: CommonFlags): Promise<number> {
  const interrupt = catchInterrupts();
  const writer = createWriter(1);
  let broker: WireBroker;
  try {
    broker = await createBroker(brokerOptions(flags));
  } catch (error) {
    return refuseAll(error instanceof BrokerError ? error.fault : internalFault(error), writer);
  }
  const { concurrency, queue } = broker.settings.limits;
  // Enough to keep every permit busy past a blocked group, never so many that the queue refuses them.
  const mostInFlight = concurrency + Math.floor((queue * broker.settings.limits.callerShare) / 2);
  const inFlight = new Set<Promise<void>>();

  const answer = async (line: Buffer | "too_long") => {
    const result =
      line === "too_long"
        ? faultResult(fault("AR_REQUEST_TOO_LARGE", `A line is longer than ${MAX_REQUEST_BYTES} bytes.`))
        : await broker.answer(line, { signal: interrupt.signal });
    // A reader that left can't be answered: stop what runs for it.
    await writer.write(jsonLine(result)).catch(interrupt.abort);
  };

  const reading = (async () => {
    for await (const line of splitLines(process.stdin as AsyncIterable<Buffer>, MAX_REQUEST_BYTES)) {
      if (interrupt.signal.aborted) return;
      const work = answer(line).finally(() => inFlight.delete(work));
      inFlight.add(work);
      while (inFlight.size >= mostInFlight || (writer.pending > PENDING_ANSWERS && inFlight.size > 0)) {
        await Promise.race(inFlight);
      }
    }
  })();
  const aborted = new Promise<void>((resolve) => {
    interrupt.signal.addEventListener("abort", () => resolve(), { once: true });
  });
  try {
    await Promise.race([reading, aborted]);
  } finally {
    await Promise.all(inFlight);
    await broker.close();
  }
  interrupt.throwError();
  return interrupt.signal.aborted ? EXIT_STATUS.cancelled : EXIT_STATUS.success;
}

/** Each request gets an answer, also where no broker could be made. */
async function refuseAll(why: Fault, writer: Writer): Promise<number> {
  for await (const line of splitLines(process.stdin as AsyncIterable<Buffer>, MAX_REQUEST_BYTES)) {
    const result = line === "too_long" ? faultResult(why) : faultAnswer(why, line);
    await writer.write(jsonLine(result));
  }
  return EXIT_STATUS.error;
}
