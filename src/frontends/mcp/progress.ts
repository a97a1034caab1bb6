import type { RunEvent } from "../../contract/index.js";
import { clip } from "../../toolspecs/index.js";

/** Well below the 60 s after which clients give a silent request up. */
const HEARTBEAT_MS = 10_000;
/** Output is told at most this often. */
const OUTPUT_MS = 500;
const MESSAGE_LENGTH = 200;

export interface Progress {
  onEvent(event: RunEvent): void;
  /** Tells what is waited for, now and with each heartbeat. */
  say(message: string): void;
  /** Nothing is sent after this. */
  stop(): void;
}

/**
 * Tells a client that a request is alive. One notification is under way at a time: a client that does not read gets
 * fewer, and memory does not grow.
 */
export function startProgress(send: (progress: number, message: string) => Promise<void>): Progress {
  const started = performance.now();
  let phase = "working";
  let line = "";
  let count = 0;
  let sending = false;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;

  /** Tells the newest at the next moment that the pace and the client allow. */
  const tellIn = (ms: number, message: () => string) => {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => tell(message()), ms);
    timer.unref();
  };
  const tell = (message: string) => {
    if (stopped) return;
    if (sending) return tellIn(OUTPUT_MS, () => message);
    sending = true;
    count += 1;
    lastSentAt = performance.now();
    tellIn(HEARTBEAT_MS, alive);
    // A connection that is gone ends the request by its signal; nothing is to be done here.
    send(count, clip(message, MESSAGE_LENGTH)).then(sent, sent);
  };
  const sent = () => {
    sending = false;
  };
  const alive = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    return line === "" ? `${phase}, ${seconds} s` : `${phase}, ${seconds} s: ${line}`;
  };
  let lastSentAt = started - OUTPUT_MS;
  tellIn(HEARTBEAT_MS, alive);

  return {
    onEvent(event) {
      if (event.type === "output") {
        line = lastLine(event.text) ?? line;
        tellIn(Math.max(0, lastSentAt + OUTPUT_MS - performance.now()), () => line);
      } else if (event.type !== "settled") {
        phase = PHASES[event.type];
        tell(phase);
      }
    },
    say(message) {
      phase = message;
      tell(message);
    },
    stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const PHASES = { queued: "waiting for its turn", started: "running", stopping: "stopping" } as const;

/** For requests whose client gave no token. */
export const NO_PROGRESS: Progress = { onEvent() {}, say() {}, stop() {} };

function lastLine(text: string): string | null {
  const trimmed = text.trimEnd();
  if (trimmed === "") return null;
  return trimmed.slice(trimmed.lastIndexOf("\n") + 1);
}
