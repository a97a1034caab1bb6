// Appends numbered records to the audit file argv[2] with sync argv[3], argv[4] of them or without end; prints the
// number of each once `write` has resolved.
import { writeSync } from "node:fs";
import { createAudit } from "../../../src/observe/index.js";

const [file, sync, count] = process.argv.slice(2);
const audit = createAudit({ file: file!, sync: sync as "always" | "interval" | "never" });
for (let number = 0; number < Number(count); number++) {
  await audit.write({ event: "end", pid: process.pid, number, padding: "x".repeat(number % 3000) });
  writeSync(1, `${number}\n`);
}
await audit.close();
