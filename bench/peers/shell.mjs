// GNU parallel and xargs -P: a file with a command line for each job; the time-out is coreutils' timeout.
//   node bench/peers/shell.mjs WORK parallel|xargs
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contest } from "./contestant.mjs";

const quote = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes its exit code and how long it took beside its output. */
function script({ argv, timeoutMs, graceMs }, out) {
  const limit = timeoutMs === null ? "" : `timeout -k ${graceMs / 1000} ${timeoutMs / 1000} `;
  return `s=$(date +%s%N)\n${limit}${argv.map(quote).join(" ")} >${out}.out 2>${out}.err </dev/null\necho $? $(($(date +%s%N) - s)) >${out}.end\n`;
}

await contest(async (jobs, atOnce, results) => {
  const dir = mkdtempSync(join(tmpdir(), "agent-reach-bench-shell-"));
  const place = (job) => join(dir, String(job.id));
  for (const job of jobs) writeFileSync(place(job), script(job, place(job)));
  const commands = {
    xargs: ["xargs", ["-P", String(atOnce), "-n", "1", "sh"]],
    parallel: ["parallel", ["-j", String(atOnce), "--will-cite", "sh"]],
  };
  const [program, args] = commands[process.argv[3]];
  await new Promise((resolve) => {
    const child = execFile(program, args, () => resolve());
    process.once("SIGTERM", resolve);
    child.stdin.end(jobs.map((job) => `${place(job)}\n`).join(""));
  });
  for (const job of jobs) {
    try {
      const [code, nanoseconds] = readFileSync(`${place(job)}.end`, "utf8")
        .trim()
        .split(" ")
        .map(Number);
      // timeout says 124 when it stopped a job, 137 when it had to kill it.
      const timedOut = job.timeoutMs !== null && (code === 124 || code === 137);
      const bytes = statSync(`${place(job)}.out`).size;
      results.push({ id: job.id, code, signal: null, timedOut, bytes, ms: nanoseconds / 1e6 });
    } catch {
      // It did not end.
    }
  }
  rmSync(dir, { recursive: true, force: true });
});
