// One run, told as JSON: for tests that need another user or another environment.
//   node one-run.mjs MODE SCRIPT     MODE! when no other will do
import type { ContainmentMode } from "../../src/contract/index.js";
import { loadNativeDriver } from "../../src/execution/drivers/native.js";
import { NO_LIMITS } from "../execution/recorder.js";
import { runScript } from "./run-to-end.js";

const [mode = "auto", script = "", limits = "{}"] = process.argv.slice(2);
const loaded = loadNativeDriver({ mode: mode.replace("!", "") as ContainmentMode, require: mode.endsWith("!") });
if ("missing" in loaded) throw new Error(loaded.missing);
const inForce = await loaded.driver.containment();
const execution = await runScript(loaded.driver, script, { limits: { ...NO_LIMITS, ...JSON.parse(limits) } }).done;
const stdout = execution.captured?.stdout.head.toString() ?? null;
process.stdout.write(JSON.stringify({ inForce, outcome: execution.outcome, cleanup: execution.cleanup, stdout }));
await loaded.driver.close();
