import type { ErrorCode, Fault } from "../contract/index.js";

/** Thrown where no Result can be given: a broker that cannot start, an output that is not stored. */
export class BrokerError extends Error {
  override readonly name = "BrokerError";
  readonly code: ErrorCode;

  constructor(readonly fault: Fault) {
    super(fault.message);
    this.code = fault.code;
  }
}
