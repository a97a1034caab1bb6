import type { Result, RunEvent } from "../../src/contract/index.js";
import { hidden } from "../native/hiding.js";
import { uniqueSleep } from "../support/processes.js";
import { fixedTool } from "../support/project.js";

const { mark, script: hide } = hidden();
const sleep = uniqueSleep();
const sh = (script: string) => ["sh", "-c", script];

/** One way for a call to go: its tool, what is done to it meanwhile, and what its answer may be. */
export interface Kind {
  readonly tool: ReturnType<typeof fixedTool>;
  readonly onEvent?: (event: RunEvent, abort: AbortController, random: number) => void;
  readonly right: (result: Result) => boolean;
  /** Left out for the portable driver, which has no limits. */
  readonly nativeOnly?: true;
}

const status = (wanted: Result["status"], code?: string) => (result: Result) =>
  result.status === wanted && (code === undefined || result.error?.code === code);

const onStart = (act: (pid: number, abort: AbortController, random: number) => void): Kind["onEvent"] => {
  return (event, abort, random) => {
    if (event.type === "started") act(event.pid, abort, random);
  };
};

function signalLater(pid: number, signal: NodeJS.Signals, ms: number): void {
  setTimeout(() => {
    try {
      process.kill(pid, signal);
    } catch {
      // It was over before.
    }
  }, ms);
}

/** In the command lines of what the kinds start, and of nothing else. */
export const MARKS: readonly string[] = [sleep, mark];

const SHORT = { timeout: 0.2, grace: 0.1 };

export const KINDS: { readonly [name: string]: Kind } = {
  success: { tool: fixedTool(["true"]), right: status("success") },
  output: {
    tool: fixedTool(sh("head -c 200000 /dev/zero | tr '\\0' 'x'; echo end >&2")),
    right: (result) => result.status === "success" && result.output?.stdout.bytes === 200_000,
  },
  failure: {
    tool: fixedTool(sh("echo no; exit 3")),
    right: (result) => result.status === "failed" && result.exit_code === 3,
  },
  own_signal: {
    tool: fixedTool(sh("kill -9 $$")),
    right: (result) => result.status === "failed" && result.signal === "SIGKILL",
  },
  missing: { tool: fixedTool(["/no/such/program"]), right: status("error", "AR_PROGRAM_NOT_FOUND") },
  no_cwd: { tool: fixedTool(["true"], { cwd: "/no/such/folder" }), right: status("error", "AR_CWD_MISSING") },
  temp: { tool: fixedTool(sh("echo x > left; pwd"), { cwd: "temp" }), right: status("success") },
  temp_locked: { tool: fixedTool(sh("mkdir a; echo x > a/b; chmod 0 a"), { cwd: "temp" }), right: status("success") },
  timeout: { tool: fixedTool(sh(`trap "" TERM; sleep ${sleep}`), SHORT), right: status("timeout") },
  idle: {
    tool: fixedTool(sh(`echo x; sleep ${sleep}`), { idle_timeout: 0.1, grace: 0.1 }),
    right: status("timeout", "AR_TIMEOUT_IDLE"),
  },
  flood: { tool: fixedTool(sh(`head -c 300000 /dev/zero; exec sleep ${sleep}`), SHORT), right: status("timeout") },
  flood_limited: { tool: fixedTool(["yes"], { max_output: 100_000 }), right: status("error", "AR_OUTPUT_LIMIT") },
  leftover: {
    tool: fixedTool(sh(`sleep ${sleep} & echo done`)),
    right: (result) => result.status === "success" && result.stdout === "done\n",
  },
  hiding: { tool: fixedTool(sh(`${hide}; echo done`)), right: status("success"), nativeOnly: true },
  hiding_timeout: { tool: fixedTool(sh(`${hide}; sleep ${sleep}`), SHORT), right: status("timeout"), nativeOnly: true },
  stopped: {
    tool: fixedTool(sh(`sleep ${sleep}`), SHORT),
    onEvent: onStart((pid) => signalLater(pid, "SIGSTOP", 20)),
    right: status("timeout"),
  },
  stops_itself: { tool: fixedTool(sh(`kill -STOP $$; sleep ${sleep}`), SHORT), right: status("timeout") },
  cancel_running: {
    tool: fixedTool(["sleep", sleep]),
    onEvent: onStart((_pid, abort) => abort.abort()),
    right: status("cancelled"),
  },
  cancel_queued: {
    tool: fixedTool(["sleep", sleep]),
    onEvent: (event, abort) => {
      if (event.type === "queued") abort.abort();
    },
    right: status("cancelled"),
  },
  cancel_races: {
    tool: fixedTool(sh("exit 0")),
    onEvent: onStart((_pid, abort, random) => setTimeout(() => abort.abort(), random * 6)),
    right: (result) => result.status === "success" || result.status === "cancelled",
  },
  kill_races: {
    tool: fixedTool(sh("exit 0")),
    onEvent: onStart((pid, _abort, random) => signalLater(pid, "SIGKILL", random * 4)),
    right: (result) => result.status === "success" || (result.status === "failed" && result.signal === "SIGKILL"),
  },
  bomb: {
    tool: fixedTool(sh(`f() { [ $1 = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & wait; }; sleep ${sleep}; }; f 7`), {
      limits: { processes: 40 },
    }),
    right: (result) => status("error", "AR_RESOURCE_LIMIT")(result) && result.error?.details.kind === "processes",
    nativeOnly: true,
  },
};
