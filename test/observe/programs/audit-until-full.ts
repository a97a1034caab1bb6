// Appends records to the audit file argv[2] until that fails; prints a line for each and the code of the fault.
import { createAudit } from "../../../src/observe/index.js";

const audit = createAudit({ file: process.argv[2]!, sync: "always" });
let answered = "";
try {
  for (let number = 0; ; number++) {
    await audit.write({ number, padding: "x".repeat(40) });
    answered += "written\n";
  }
} catch (error) {
  process.stdout.write(`${answered}${(error as { code: string }).code}\n`);
}
