import type { Fault, SpawnSpec } from "../../contract/index.js";
import { fault } from "../../errors/index.js";
import { spawnFault } from "../spawn-fault.js";
import { errorNamed } from "./native-words.js";

/** `AR_STAGE_CONTAIN` of `native/shared/protocol.h`. */
const STAGE_CONTAIN = 2;

/** Why a run was not started, by the stage that failed and the name of the errno. */
export function startFault(stage: number, errno: string, spec: SpawnSpec): Fault {
  // What the warden says when it was told to start nothing without the mode that is required.
  if (stage !== STAGE_CONTAIN || errno !== "ENOTSUP") return spawnFault(errno, spec);
  return fault("AR_CONTAINMENT_UNAVAILABLE", "The containment that the config requires is not available here.", {
    hint: "agent-reach doctor tells why; [containment] require = false takes the next best.",
  });
}

/** What became of runs that had not started when their warden ended by itself; `errno` is 0 when it had been up. */
export function lostFault(errno: number): Fault {
  if (errno === 0) {
    const message = "The process that starts the broker's runs was killed or stopped before it started this one.";
    return fault("AR_SPAWN_FAILED", message, { hint: "Try again: it is started anew." });
  }
  const name = errorNamed(errno);
  return fault("AR_SPAWN_FAILED", `The process that starts the broker's runs could not be started (${name}).`, {
    hint: "AGENT_REACH_DRIVER=portable does without it; npm rebuild agent-reach builds it anew.",
    details: { errno: name },
  });
}

/** What became of runs that their warden took with it. */
export function runLostFault(): Fault {
  const message = "The process that holds the broker's runs was killed or stopped, so this run was killed.";
  return fault("AR_SPAWN_FAILED", message, {
    hint: "A tool that runs beside it may have done that. What this run did before stays done: look before you try again.",
  });
}
