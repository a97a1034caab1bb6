import { createActor } from "xstate";
import type { Clock, Execution, ProcessDriver } from "../contract/index.js";
import { fault } from "../errors/index.js";
import { Roster } from "../roster.js";
import { runMachine } from "./machine.js";
import type { Executor, Run, RunSpec } from "./run-spec.js";
import { RunTimers } from "./run-timers.js";

export interface ExecutorOptions {
  readonly driver: ProcessDriver;
  readonly clock: Clock;
}

/** Runs programs, each under a machine of its own, from its place in the queue to its last byte. */
export function createExecutor(options: ExecutorOptions): Executor {
  const unfinished = new Roster<Promise<void>>();
  const finishing = (work: Promise<void>) => {
    const number = unfinished.add(work);
    void work.finally(() => unfinished.remove(number));
  };
  return {
    run: (spec) => startRun(spec, options, finishing),
    idle: async () => {
      while (unfinished.size > 0) await Promise.all(unfinished.values());
    },
  };
}

function startRun(spec: RunSpec, { driver, clock }: ExecutorOptions, finishing: (work: Promise<void>) => void): Run {
  const timers = new RunTimers(clock);
  const actor = createActor(runMachine({ spec, driver, clock: timers }));
  const { process, slot, record } = actor.getSnapshot().context;
  let over = false;
  const done = new Promise<Execution>((resolve) => {
    const settle = () => {
      over = true;
      timers.cancelAll();
      resolve(record.toExecution(process.signals));
    };
    actor.subscribe({
      complete: settle,
      // A bug of ours, or of a part that promised not to throw: nothing may live on or hang because of it.
      error: (error) => {
        process.abandon();
        slot.close();
        record.noteCrash(fault("AR_INTERNAL", `The run failed: ${String(error)}`));
        settle();
      },
    });
  });
  actor.start();
  finishing(done.then(async () => void (await process.removeTempFolder())));
  return {
    done,
    stop: (reason) => {
      if (!over) actor.send({ type: "stop", reason: { kind: reason } });
    },
  };
}
