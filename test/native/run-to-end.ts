import type { Execution, ProcessDriver } from "../../src/contract/index.js";
import { createExecutor, type Run, type RunSpec } from "../../src/execution/index.js";
import { systemClock } from "../../src/time/clock.js";
import { MemoryCapture } from "../execution/memory-capture.js";
import { NO_LIMITS } from "../execution/recorder.js";

export interface Running {
  readonly run: Run;
  readonly done: Promise<Execution>;
  /** Resolves at the first output. */
  readonly printed: Promise<void>;
}

/** A shell script as a call runs it, from the queue to its last byte, with nothing in the way. */
export function runScript(driver: ProcessDriver, script: string, more: Partial<RunSpec> = {}): Running {
  let print!: () => void;
  const printed = new Promise<void>((resolve) => {
    print = resolve;
  });
  const run = createExecutor({ driver, clock: systemClock }).run({
    enqueue: (admission) => {
      queueMicrotask(() => admission.admitted({ release() {} }));
      return { cancel: () => false };
    },
    program: "/bin/sh",
    argv: ["sh", "-c", script],
    cwd: { kind: "folder", path: "/" },
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    limits: NO_LIMITS,
    timeoutMs: 20_000,
    idleTimeoutMs: null,
    graceMs: 300,
    maxOutputBytes: null,
    openCapture: () => new MemoryCapture(print),
    hooks: { started() {}, stopping() {} },
    ...more,
  });
  return { run, done: run.done, printed };
}
