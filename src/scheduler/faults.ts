import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import type { Resource } from "./admission.js";
import type { Holder } from "./places.js";

/** The scheduler's state as the faults of a busy broker tell it. */
export interface Load {
  readonly queueDepth: number;
  readonly running: number;
  readonly queue: number;
  readonly concurrency: number;
  readonly retryAfterMs: number;
}

export function queueFull(load: Load): Fault {
  return fault("AR_QUEUE_FULL", `The queue is full: ${load.queueDepth} calls wait and ${load.running} run.`, {
    hint: `Try again in ${seconds(load.retryAfterMs)}, send fewer calls at once, or raise [limits] queue.`,
    retryAfterMs: load.retryAfterMs,
    details: { ...figures(load), limit: "queue" },
  });
}

export function queueShare(load: Load, holder: Holder): Fault {
  const { held, share } = holder;
  const message = `The share of ${nameOf(holder)} in the queue is used up: ${held} of its calls wait, ${share} may while others wait too.`;
  return shareFault(load, holder, message);
}

/** For a job that had a place and lost it. */
export function displaced(load: Load, holder: Holder): Fault {
  const message = `The queue is full, and ${nameOf(holder)} held ${holder.held} of its ${load.queue} places: this one went to another caller.`;
  return shareFault(load, holder, message);
}

function shareFault(load: Load, { held, share }: Holder, message: string): Fault {
  return fault("AR_QUEUE_SHARE", message, {
    hint: `Try again in ${seconds(load.retryAfterMs)}, or send fewer calls at once.`,
    retryAfterMs: load.retryAfterMs,
    details: { ...figures(load), limit: "caller_share", caller_depth: held, caller_share: share },
  });
}

/** `obstacle`: what the job still lacked; null when it was only behind others. */
export function queueTimeout(load: Load, waitMs: number, obstacle: Resource | null): Fault {
  return fault(
    "AR_QUEUE_TIMEOUT",
    `The call waited ${seconds(waitMs)} in the queue, ${reason(obstacle)}, and was not started.`,
    {
      hint: `Try again in ${seconds(load.retryAfterMs)}, send fewer calls at once, or raise [limits] queue_timeout.`,
      retryAfterMs: load.retryAfterMs,
      details: {
        ...figures(load),
        kind: "queue",
        limit: "queue_timeout",
        queue_timeout_ms: waitMs,
        waiting_for: obstacle?.kind ?? "turn",
      },
    },
  );
}

export function shutDown(): Fault {
  return fault("AR_SHUTDOWN", "The broker is shutting down; the call was not started.", {
    hint: "Send the call again once the broker is back.",
  });
}

function nameOf({ caller }: Holder): string {
  return caller === "" ? "the callers without a name" : `caller ${JSON.stringify(caller)}`;
}

function figures(load: Load) {
  return { queue_depth: load.queueDepth, running: load.running, queue: load.queue, concurrency: load.concurrency };
}

/** A lock may be named after a secret value, so it is not named here. */
function reason(obstacle: Resource | null): string {
  switch (obstacle?.kind) {
    case "lock":
      return "as another call held its lock";
    case "group":
      return `as the group "${obstacle.name}" was taken`;
    case "slot":
      return "as every slot was taken";
    case undefined:
      return "behind others";
  }
}

function seconds(ms: number): string {
  return `${Math.max(Math.round(ms / 100) / 10, 0.1)} s`;
}
