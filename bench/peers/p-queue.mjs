// p-queue with child_process: the time-out as most would write it, SIGTERM and then SIGKILL to the child.
import { spawn } from "node:child_process";
import PQueue from "p-queue";
import { contest, timed } from "./contestant.mjs";

const run = ({ argv: [file, ...args], timeoutMs, graceMs }) =>
  new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    let timedOut = false;
    const timers = [];
    if (timeoutMs !== null) {
      timers.push(
        setTimeout(() => {
          timedOut = true;
          child.kill("SIGTERM");
          timers.push(setTimeout(() => child.kill("SIGKILL"), graceMs));
        }, timeoutMs),
      );
    }
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.resume();
    child.on("close", (code, signal) => {
      timers.forEach(clearTimeout);
      resolve({ code, signal, timedOut, bytes: Buffer.concat(chunks).length });
    });
  });

await contest((jobs, atOnce, results) => {
  const queue = new PQueue({ concurrency: atOnce });
  return Promise.all(jobs.map((job) => queue.add(() => timed(run, results)(job))));
});
