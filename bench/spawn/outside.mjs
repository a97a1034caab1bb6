// The subjects that are no Node: the C loop, Python's asyncio, GNU xargs. What a machine lacks is told by a reason.
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";

const here = import.meta.dirname;

/** Each: a function of (program, inFlight, seconds) → numbers, or `{ missing }` with the reason. */
export function outsideSubjects(folder) {
  return { c: cLoop(folder), asyncio: asyncio(), xargs: xargs() };
}

function cLoop(folder) {
  const binary = join(folder, "loop");
  try {
    execFileSync(process.env.CC ?? "cc", ["-O2", "-o", binary, join(here, "loop.c")], { stdio: "pipe" });
  } catch (error) {
    return { missing: `no C compiler that works: ${firstLine(error)}` };
  }
  return (program, inFlight, seconds) => json(binary, [program, String(inFlight), String(seconds)]);
}

function asyncio() {
  try {
    // Not a launcher of one, which would cost a process of its own.
    const python = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
    const script = join(here, "asyncio_loop.py");
    return (program, inFlight, seconds) => json(python, [script, program, String(inFlight), String(seconds)]);
  } catch (error) {
    return { missing: `no python3: ${firstLine(error)}` };
  }
}

function xargs() {
  const { status, stdout } = spawnSync("xargs", ["--version"], { encoding: "utf8" });
  if (status !== 0 || !stdout.startsWith("xargs (GNU")) return { missing: "no GNU xargs" };
  /** It runs a number of times, not for a time; the first measurement tells how many fit. */
  let runs = 200;
  return (program, inFlight, seconds) => {
    const start = performance.now();
    const args = ["-P", String(inFlight), "-n", "1", program];
    execFileSync("xargs", args, { input: "x\n".repeat(runs), stdio: ["pipe", "ignore", "inherit"] });
    const elapsed = (performance.now() - start) / 1000;
    const numbers = { runs, seconds: elapsed, p50: null, p99: null };
    runs = Math.max(200, Math.round((runs / elapsed) * seconds));
    return numbers;
  };
}

const json = (program, args) => JSON.parse(execFileSync(program, args, { encoding: "utf8" }));
const firstLine = (error) => String(error.stderr || error.message).split("\n")[0];
