// execa with p-limit: its own time-out and forced kill.
import { execa } from "execa";
import pLimit from "p-limit";
import { contest, timed } from "./contestant.mjs";

await contest((jobs, atOnce, results) => {
  const limit = pLimit(atOnce);
  const one = timed(async ({ argv: [file, ...args], timeoutMs, graceMs }) => {
    const result = await execa(file, args, {
      reject: false,
      stdin: "ignore",
      stripFinalNewline: false,
      encoding: "buffer",
      forceKillAfterDelay: graceMs,
      ...(timeoutMs === null ? {} : { timeout: timeoutMs }),
    });
    return {
      code: result.exitCode ?? null,
      signal: result.signal ?? null,
      timedOut: result.timedOut,
      bytes: result.stdout?.length ?? null,
    };
  }, results);
  return Promise.all(jobs.map((job) => limit(() => one(job))));
});
