import { setMaxListeners } from "node:events";

const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export interface Interrupt {
  /** Aborted by the first signal; later ones change nothing, so a stop under way is never left half done. */
  readonly signal: AbortSignal;
  /** An error that nothing caught, which aborts too; null when there was none. */
  readonly error: unknown;
  /** Throws that error, if there was one: to be called when everything was stopped. */
  throwError(): void;
  /** Aborts as a signal would, for output that could not be written: its reader is gone, or else that is an error too. */
  abort(why: unknown): void;
}

/** Turns what asks a process to end, signals and uncaught errors, into one AbortSignal, so that runs are stopped first. */
export function catchInterrupts(): Interrupt {
  const controller = new AbortController();
  // Each call under way listens.
  setMaxListeners(0, controller.signal);
  let error: unknown = null;
  for (const name of SIGNALS) process.on(name, () => controller.abort());
  process.on("uncaughtException", (uncaught) => {
    error ??= uncaught;
    controller.abort();
  });
  return {
    signal: controller.signal,
    get error() {
      return error;
    },
    throwError() {
      if (error !== null) throw error;
    },
    abort(why) {
      if ((why as NodeJS.ErrnoException).code !== "EPIPE") error ??= why;
      controller.abort();
    },
  };
}
