import type { Result } from "../../contract/index.js";
import type { FrontDoor } from "../front-door.js";
import type { CommandLine } from "./command-line.js";
import { startLineProcess } from "./line-process.js";

/**
 * `exec --ndjson`: one process, a line for each call. It takes no more lines than it can queue, so surplus calls wait in
 * the pipe and none is `busy`; a single call cannot be cancelled.
 */
export function ndjsonDoor(commandLine: CommandLine): FrontDoor {
  return {
    name: "ndjson",
    abilities: { cancel: false, timeout: true },
    async open() {
      const lines = startLineProcess(commandLine, ["exec", "--ndjson", ...commandLine.flags]);
      let sent = 0;
      return {
        pid: lines.pid,
        get strays() {
          return lines.strays;
        },
        call(request) {
          sent += 1;
          const id = `b${sent}`;
          return lines.ask(id, { ...request, id }) as Promise<Result>;
        },
        watchLoop: lines.watchLoop,
        close: lines.close,
      };
    },
  };
}
