// What the contestants in Node share: reads the work, runs it, prints what came of it.
import { readFileSync } from "node:fs";

/**
 * `run(jobs, atOnce, results)` adds each job's result, as check.mjs takes them, to `results`. When the time is up
 * (SIGTERM), those that are there are printed.
 */
export async function contest(run) {
  const { jobs, atOnce } = JSON.parse(readFileSync(process.argv[2], "utf8"));
  const results = [];
  const started = performance.now();
  const print = () => {
    const ms = performance.now() - started;
    const rss = process.resourceUsage().maxRSS * 1024;
    process.stdout.write(JSON.stringify({ ms, rss, results }), () => process.exit(0));
  };
  process.once("SIGTERM", print);
  await run(jobs, atOnce, results);
  print();
}

/** Runs `one(job)` and adds its result, with how long it took. */
export const timed = (one, results) => async (job) => {
  const started = performance.now();
  const result = await one(job);
  results.push({ id: job.id, ms: performance.now() - started, ...result });
};
