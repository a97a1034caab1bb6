import type { Fault } from "../contract/index.js";
import { fault } from "../errors/index.js";
import type { Hindrance } from "./hindrance.js";
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

/** `hindrance`: what kept it from starting when its time was up. */
export function queueTimeout(load: Load, waitMs: number, hindrance: Hindrance): Fault {
  return fault(
    "AR_QUEUE_TIMEOUT",
    `The call waited ${seconds(waitMs)} in the queue, ${reason(hindrance)}, and was not started.`,
    {
      hint: `Try again in ${seconds(load.retryAfterMs)}, send fewer calls at once, or raise [limits] queue_timeout.`,
      retryAfterMs: load.retryAfterMs,
      details: {
        ...figures(load),
        kind: "queue",
        limit: "queue_timeout",
        queue_timeout_ms: waitMs,
        waiting_for: hindrance.kind,
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
function reason(hindrance: Hindrance): string {
  switch (hindrance.kind) {
    case "lock":
      return "as another call held its lock";
    case "group":
      return `as ${calls(hindrance.limit)} of the group "${hindrance.name}" ran, which is its limit`;
    case "exclusive":
      return hindrance.wanted
        ? `as it has to run alone in the group "${hindrance.name}" and others of it ran`
        : `as a call ran that has the group "${hindrance.name}" to itself`;
    case "slot":
      return `as ${calls(hindrance.limit)} ran, which is the limit`;
    case "turn":
      return "behind others";
  }
}

const calls = (count: number) => (count === 1 ? "1 call" : `${count} calls`);

function seconds(ms: number): string {
  return `${Math.max(Math.round(ms / 100) / 10, 0.1)} s`;
}
