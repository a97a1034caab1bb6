import {
  type Call,
  type Capture,
  type Clock,
  type ExecuteOptions,
  type RunEvent,
  STREAMS,
  type StreamName,
} from "../contract/index.js";
import type { Log } from "../observe/index.js";
import { createLiveText } from "../result/index.js";

type EventBody = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, "at_ms"> : never) : never;

/** Tells one call's listener what happens, in order, on a clock that starts with the call. A listener that throws is let go. */
export class CallEvents {
  readonly #started: number;
  #call: Call | null = null;
  #listener: ExecuteOptions["onEvent"];

  constructor(
    private readonly id: string,
    private readonly clock: Clock,
    private readonly log: Log,
    listener: ExecuteOptions["onEvent"],
  ) {
    this.#started = clock.now();
    this.#listener = listener;
  }

  /** The call that the request has become. */
  about(call: Call): void {
    this.#call = call;
  }

  get wanted(): boolean {
    return this.#listener !== undefined;
  }

  /** What the listener returns for it; undefined when nobody listens or nothing has to be waited for. */
  emit(body: EventBody): Promise<void> | undefined {
    if (!this.wanted && !this.log.wantsEvents) return undefined;
    const event = { ...body, at_ms: Math.round(this.clock.now() - this.#started) } as RunEvent;
    this.log.event(this.id, this.#call, event);
    try {
      const taken: unknown = this.#listener?.(event);
      // A listener in JavaScript may return anything.
      return taken instanceof Promise ? taken.catch(() => this.#letGo()) : undefined;
    } catch {
      this.#letGo();
      return undefined;
    }
  }

  #letGo() {
    this.#listener = undefined;
  }
}

/**
 * Passes output on to the listener as it is captured, as text. While the listener is behind, the capture asks for a
 * pause, so that a slow reader bounds memory.
 */
export function tellOutput(capture: Capture, events: CallEvents, encoding: string): Capture {
  const text = { stdout: createLiveText(encoding), stderr: createLiveText(encoding) };
  let behind = 0;
  let full = false;
  let drained = () => {};
  const tell = (stream: StreamName, piece: string) => {
    if (piece === "") return;
    const taken = events.emit({ type: "output", stream, text: piece });
    if (taken === undefined) return;
    behind += 1;
    void taken.then(() => {
      behind -= 1;
      if (behind === 0 && !full) drained();
    });
  };
  capture.onDrain(() => {
    full = false;
    if (behind === 0) drained();
  });
  return {
    get bytes() {
      return capture.bytes;
    },
    write(stream, chunk) {
      tell(stream, text[stream].write(chunk));
      full = !capture.write(stream, chunk);
      return !full && behind === 0;
    },
    onDrain(callback) {
      drained = callback;
    },
    async finish() {
      for (const stream of STREAMS) tell(stream, await text[stream].end());
      return capture.finish();
    },
  };
}
