// A broker for broker-death.test.ts to kill: starts what hides, then a storm of short runs, and says when.
//   node broker-child.mjs MODE SCRIPT…
import type { ContainmentMode } from "../../src/contract/index.js";
import { loadNativeDriver } from "../../src/execution/drivers/native.js";
import { runScript } from "./run-to-end.js";

const [mode, ...scripts] = process.argv.slice(2);
const loaded = loadNativeDriver({ mode: mode as ContainmentMode, require: true });
if ("missing" in loaded) throw new Error(loaded.missing);
const { driver } = loaded;

await Promise.all(scripts.map((script) => runScript(driver, script, { timeoutMs: 600_000 }).printed));
process.stdout.write("up\n");
const storm = async () => {
  for (;;) await runScript(driver, "exec /bin/true").done;
};
await Promise.all(Array.from({ length: 8 }, storm));
