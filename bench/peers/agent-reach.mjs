// Agent-Reach through its library.
import { createBroker } from "../../dist/index.js";
import { tool } from "../lib/project.mjs";
import { contest, timed } from "./contestant.mjs";

await contest(async (jobs, atOnce, results) => {
  const definitions = { tools: jobs.map((job) => tool(`job_${job.id}`, job.argv, { grace: job.graceMs / 1000 })) };
  const config = { limits: { concurrency: atOnce, queue: jobs.length, caller_share: 1 }, log: { level: "error" } };
  const broker = await createBroker({ config, definitions });
  const one = timed(async ({ id, timeoutMs }) => {
    const result = await broker.execute({
      tool: `job_${id}`,
      ...(timeoutMs === null ? {} : { timeout_ms: timeoutMs }),
    });
    return {
      code: result.exit_code,
      signal: result.signal,
      timedOut: result.status === "timeout",
      bytes: result.output?.stdout.bytes ?? null,
      ms: result.duration_ms,
    };
  }, results);
  await Promise.all(jobs.map(one));
  await broker.close();
});
