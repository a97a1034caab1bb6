// What is measured. Each makes a function that runs the program once and resolves when it has ended and its output was
// read, and one that lets go of what it needed.
import { spawn } from "node:child_process";

const NO_LIMITS = { memoryBytes: null, cpuSeconds: null, processes: null, openFiles: null, fileSizeBytes: null };
const LIMITS = { memoryBytes: 2 ** 29, cpuSeconds: 30, processes: 64, openFiles: 256, fileSizeBytes: 2 ** 30 };

/** @param {string} program absolute path @param {string} ours the bundle of our own sources */
export const SUBJECTS = {
  native: (program, ours) => withDriver("native", program, ours),
  portable: (program, ours) => withDriver("portable", program, ours),
  broker: async (program, ours) => {
    const { createBroker } = await import(ours);
    const broker = await createBroker(brokerOptions(program));
    const request = { tool: "bench" };
    const run = async () => {
      const result = await broker.execute(request);
      if (result.status !== "success") throw new Error(JSON.stringify(result.error));
    };
    return { run, close: () => broker.close() };
  },
  child_process: async (program) => ({ run: () => plain(program), close: async () => {} }),
  execa: async (program) => {
    const [{ execa }, { default: pLimit }] = await Promise.all([import("execa"), import("p-limit")]);
    const limit = pLimit(Number(process.env.BENCH_IN_FLIGHT));
    return { run: () => limit(() => execa(program, { stdin: "ignore" })), close: async () => {} };
  },
};

/** A driver under the smallest listener there is. */
async function withDriver(name, program, ours) {
  const { chooseDriver } = await import(ours);
  // One that was asked for is had, or nothing is started.
  const mode = process.env.BENCH_MODE || "auto";
  const containment = { mode, require: mode !== "auto" };
  const { driver } = await chooseDriver(containment, { AGENT_REACH_DRIVER: name });
  const spec = {
    program,
    argv: [program],
    cwd: "/",
    env: { ...process.env },
    limits: process.env.BENCH_LIMITS ? LIMITS : NO_LIMITS,
  };
  const run = () =>
    new Promise((resolve, reject) => {
      let open = 3;
      const part = () => {
        open -= 1;
        if (open > 0) return;
        handle.dispose();
        resolve();
      };
      const handle = driver.spawn(spec, {
        spawned() {},
        failed: (fault) => reject(new Error(fault.message)),
        output() {},
        ended: part,
        exited: part,
      });
    });
  return { run, close: async () => driver.close?.() };
}

function plain(program) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.resume();
    child.stderr.resume();
    child.on("error", reject);
    child.on("close", resolve);
  });
}

/** A broker as in production: validated, queued, captured, with an audit file and the log off. */
function brokerOptions(program) {
  const folder = process.env.BENCH_FOLDER;
  return {
    config: {
      project_root: folder,
      state_dir: `${folder}/state`,
      audit: { file: `${folder}/audit.ndjson`, sync: "interval" },
      log: { level: "silent" },
      limits: { concurrency: Number(process.env.BENCH_IN_FLIGHT) },
      rate: { calls_per_minute: 0 },
    },
    definitions: {
      tools: [
        {
          name: "bench",
          description: "Nothing, quickly.",
          command: [program],
          cwd: "project_root",
          timeout: 60,
          risk: "low",
          read_only: true,
        },
      ],
    },
  };
}
