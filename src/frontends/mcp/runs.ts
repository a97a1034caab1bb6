import { randomBytes } from "node:crypto";
import type { Broker, RequestInput, Result, RunEvent } from "../../contract/index.js";

/** Ended runs that can still be asked about; the oldest leave. */
const ENDED_KEPT = 100;
const TAIL_CHARACTERS = 2_000;

export type RunState =
  | { readonly kind: "queued" }
  | { readonly kind: "running" }
  | { readonly kind: "ended"; readonly result: Result };

export interface Run {
  readonly id: string;
  readonly tool: string;
  /** Free text of who started it, to find it again. */
  readonly label: string | null;
  readonly state: RunState;
  /** Since it was started, or as long as it took. */
  readonly elapsedMs: number;
  /** The last it printed, of both streams. */
  readonly tail: string;
}

interface Entry {
  readonly id: string;
  readonly tool: string;
  readonly label: string | null;
  readonly startedAt: number;
  readonly abort: AbortController;
  ended: Promise<void>;
  endedAt: number | null;
  /** Its result was given to somebody. */
  told: boolean;
  state: RunState;
  tail: string;
}

/** Runs that outlive the call that started them. Each ends by itself when its tool's timeout is up. */
export class Runs {
  private readonly entries = new Map<string, Entry>();

  constructor(
    private readonly broker: Broker,
    private readonly onEnded: (result: Result) => void,
  ) {}

  /** Starts a run; resolves once it waits, runs or has ended, so that a refusal is known at once. */
  async start(request: RequestInput, label: string | null, approval: string | undefined): Promise<Run> {
    const entry: Entry = {
      id: `run_${randomBytes(5).toString("hex")}`,
      tool: request.tool,
      label,
      startedAt: performance.now(),
      abort: new AbortController(),
      ended: Promise.resolve(),
      endedAt: null,
      told: false,
      state: { kind: "queued" },
      tail: "",
    };
    this.entries.set(entry.id, entry);
    await new Promise<void>((begun) => {
      const onEvent = (event: RunEvent) => {
        if (event.type === "started") entry.state = { kind: "running" };
        if (event.type === "output") entry.tail = (entry.tail + event.text).slice(-TAIL_CHARACTERS);
        if (event.type !== "settled") begun();
      };
      const execution = this.broker.execute(request, { signal: entry.abort.signal, onEvent, approval });
      entry.ended = execution.then((result) => this.end(entry, result));
      void entry.ended.then(begun);
    });
    return view(entry);
  }

  get(id: string): Run | null {
    const entry = this.entries.get(id);
    return entry === undefined ? null : view(entry);
  }

  /** Newest first. */
  list(): readonly Run[] {
    return [...this.entries.values()].reverse().map(view);
  }

  /** Those that have not ended, or whose result nobody has seen. */
  untold(): readonly Run[] {
    return [...this.entries.values()].filter((entry) => !entry.told).map(view);
  }

  /** The result of this run was given to somebody. */
  tell(run: Run): void {
    const entry = this.entries.get(run.id);
    if (entry !== undefined && run.state.kind === "ended") entry.told = true;
  }

  /** Asks a run to stop; resolves when it has. */
  async cancel(id: string): Promise<Run | null> {
    const entry = this.entries.get(id);
    if (entry === undefined) return null;
    entry.abort.abort();
    await entry.ended;
    return view(entry);
  }

  /** Resolves when any or all of the runs have ended, when the time is up, or when `signal` aborts. */
  async wait(ids: readonly string[], mode: "any" | "all", timeoutMs: number, signal: AbortSignal): Promise<void> {
    const ends = ids.map((id) => this.entries.get(id)?.ended).filter((end) => end !== undefined);
    if (ends.length === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, timeoutMs);
      signal.addEventListener("abort", done);
      void (mode === "all" ? Promise.all(ends) : Promise.race(ends)).then(done);
    });
  }

  private end(entry: Entry, result: Result): void {
    entry.state = { kind: "ended", result };
    entry.endedAt = performance.now();
    entry.tail = "";
    this.onEnded(result);
    const ended = [...this.entries.values()].filter((entry) => entry.endedAt !== null);
    for (const entry of ended.slice(0, Math.max(0, ended.length - ENDED_KEPT))) this.entries.delete(entry.id);
  }
}

function view(entry: Entry): Run {
  const { id, tool, label, state, tail } = entry;
  return { id, tool, label, state, elapsedMs: (entry.endedAt ?? performance.now()) - entry.startedAt, tail };
}
