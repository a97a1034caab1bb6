import { createPortableDriver } from "../../src/execution/drivers/portable.js";
import { createExecutor, type Executor, type Run, type RunSpec } from "../../src/execution/index.js";
import { systemClock } from "../../src/time/clock.js";
import { BASE_SPEC } from "./fake-run.js";
import { MemoryCapture } from "./memory-capture.js";

export const executor: Executor = createExecutor({ driver: createPortableDriver(), clock: systemClock });

/** Runs a program for real, admitted at once. */
export function runReal(argv: readonly string[], more: Partial<RunSpec> = {}): Run {
  return executor.run({
    ...BASE_SPEC,
    cwd: { kind: "folder", path: "/tmp" },
    env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
    timeoutMs: 20_000,
    enqueue: (admission) => {
      admission.admitted({ release: () => {} });
      return { cancel: () => false };
    },
    openCapture: () => new MemoryCapture(),
    hooks: { started: () => {}, stopping: () => {} },
    program: argv[0]!,
    argv,
    ...more,
  });
}

export const sh = (script: string, more: Partial<RunSpec> = {}) => runReal(["/bin/sh", "-c", script], more).done;
