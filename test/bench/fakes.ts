import type { FrontDoor, OpenDoor } from "../../src/bench/index.js";
import { type Mix, singleCallMix } from "../../src/bench/index.js";
import type { Result, Status } from "../../src/contract/index.js";
import { nothingRan } from "../../src/errors/index.js";

export function resultOf(status: Status, more: Partial<Result> = {}): Result {
  return {
    ...nothingRan("r", "t"),
    status,
    exit_code: status === "success" ? 0 : null,
    duration_ms: status === "busy" ? null : 1,
    queued_ms: 0,
    ...more,
  };
}

/** A door whose broker is `call`. */
export function fakeDoor(call: OpenDoor["call"], strays: () => number = () => 0): FrontDoor {
  return {
    name: "fake",
    abilities: { cancel: true, timeout: true },
    open: async () => ({
      pid: null,
      call,
      get strays() {
        return strays();
      },
      watchLoop: () => () => {},
      close: async () => {},
    }),
  };
}

export const oneCall: Mix = singleCallMix("t", {});

export const pause = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
