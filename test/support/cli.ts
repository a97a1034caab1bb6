import { type ChildProcess, spawn } from "node:child_process";
import type { Result } from "../../src/contract/index.js";
import { cliPath, type Project } from "./project.js";

/** Which driver the whole run of tests is about, when somebody says. */
const { AGENT_REACH_DRIVER } = process.env;
const FORCED_DRIVER = AGENT_REACH_DRIVER === undefined ? {} : { AGENT_REACH_DRIVER };

export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly input?: string | Buffer;
  /** Called once the process runs, e.g. to signal it. */
  readonly whileRunning?: (child: ChildProcess) => void;
}

/** Runs the real command line as a user's program would. */
export function runCli(project: Project, args: readonly string[], options: CliOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, [cliPath, ...args], {
      cwd: options.cwd ?? project.dir,
      env: { PATH: process.env.PATH!, HOME: project.dir, ...FORCED_DRIVER, ...options.env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk) => out.push(chunk));
    child.stderr.on("data", (chunk) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString("utf8");
      resolve({ code, signal, stdout: text(out), stderr: text(err), ms: performance.now() - started });
    });
    child.stdin.on("error", () => {});
    if (options.input !== undefined || options.whileRunning === undefined) child.stdin.end(options.input ?? "");
    options.whileRunning?.(child);
  });
}

export interface Answered extends Finished {
  readonly result: Result;
}

/** `exec --json` with one request; checks that stdout is exactly one line of JSON. */
export async function execJson(
  project: Project,
  request: unknown = { tool: "t" },
  options: CliOptions = {},
): Promise<Answered> {
  const input = typeof request === "string" || Buffer.isBuffer(request) ? request : JSON.stringify(request);
  const finished = await runCli(project, ["exec", "--json"], { ...options, input });
  const lines = finished.stdout.split("\n");
  if (lines.length !== 2 || lines[1] !== "") {
    throw new Error(`expected one line on stdout, got ${JSON.stringify(finished)}`);
  }
  return { ...finished, result: JSON.parse(lines[0]!) };
}
