import type { RequestInput, Result } from "../contract/index.js";

/** A way into the broker that load can be sent through; a later one plugs in by being one of these. */
export interface FrontDoor {
  /** As `--via` names it. */
  readonly name: string;
  readonly abilities: Abilities;
  /** Starts whatever answers. Rejects with what is wrong when it does not start. */
  open(): Promise<OpenDoor>;
}

/** What a request can ask for through a door; calls of a mix that need more are left out and named in the report. */
export interface Abilities {
  /** An aborted signal cancels the call, and its answer still comes. */
  readonly cancel: boolean;
  /** `timeout_ms` of a request is passed on. */
  readonly timeout: boolean;
}

export interface OpenDoor {
  /** Sends one request. Rejects when the door broke and there will be no answer. */
  call(request: RequestInput, signal?: AbortSignal): Promise<Result>;
  /** The process whose processor time, memory and descriptors are the broker's; null when each call has its own. */
  readonly pid: number | null;
  /** Answers that no call was waiting for: a call answered twice, or an id made up. */
  readonly strays: number;
  /** Calls back with the event-loop delays of that process, milliseconds; returns what stops it. */
  watchLoop(listener: (delaysMs: readonly number[]) => void): () => void;
  close(): Promise<void>;
}
