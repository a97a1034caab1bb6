// Logs argv[3] numbered lines at level argv[2] to the file argv[4] or stderr, then ends as argv[5] says.
import { once } from "node:events";
import { statSync, writeSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { createLog } from "../../../src/observe/index.js";

const [level, count, file, ending] = process.argv.slice(2);
const log = createLog({ level: level as "info" | "warn", file: file === "-" ? null : file! });
for (let number = 0; number < Number(count); number++)
  log.line("info", "numbered", { number, padding: "x".repeat(1000) });
switch (ending) {
  case "exit":
    // At once: pino is not even loaded.
    log.line("fatal", "last");
    process.exit(3);
    break;
  case "close":
    log.line("fatal", "last");
    await log.close();
    writeSync(1, "closed\n");
    process.exit(0);
    break;
  case "drain":
    await once(process.stderr, "drain");
    log.line("fatal", "last");
    while (process.stderr.writableLength > 0) await setImmediate();
    process.exit(0);
    break;
  default:
    while (statSync(file!).size === 0) await setImmediate();
    log.line("fatal", "last");
    process.kill(process.pid, "SIGKILL");
}
