import type { Broker } from "../../contract/index.js";
import type { FrontDoor } from "../front-door.js";
import { watchOwnLoop } from "../measure/loop-delay.js";

/** The library, in this very process: what the load generator itself costs is in the broker's numbers. */
export function libraryDoor(makeBroker: () => Promise<Broker>): FrontDoor {
  return {
    name: "library",
    abilities: { cancel: true, timeout: true },
    async open() {
      const broker = await makeBroker();
      return {
        pid: process.pid,
        strays: 0,
        call: (request, signal) => broker.execute(request, { signal }),
        watchLoop: watchOwnLoop,
        close: () => broker.close(),
      };
    },
  };
}
