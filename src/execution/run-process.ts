import type {
  Capture,
  Captured,
  Clock,
  Fault,
  ProcessDriver,
  ProcessExit,
  ProcessHandle,
  ProcessListener,
  ResourceLimitHit,
  SignalSent,
  StopReason,
  StreamName,
} from "../contract/index.js";
import { fault } from "../errors/index.js";
import { OpenStreams } from "./open-streams.js";
import { pause } from "./pause.js";
import type { RunSpec } from "./run-spec.js";
import { createTempFolder, removeTempFolder } from "./temp-folder.js";

/** What the process of a run tells the machine. Output is not among it: bytes go straight to the capture. */
export type RunProcessEvent =
  | { readonly type: "spawned"; readonly pid: number }
  | { readonly type: "spawnFailed"; readonly fault: Fault }
  | {
      readonly type: "exited";
      readonly exit: ProcessExit;
      readonly limit: ResourceLimitHit | null;
      readonly left: boolean;
    }
  /** Both streams. */
  | { readonly type: "outputEnded" }
  | { readonly type: "stop"; readonly reason: StopReason }
  /** A hook or the capture threw. */
  | { readonly type: "broke"; readonly fault: Fault };

/** For the driver to tell what the pipes hold and that they are closed; it does so at once. */
const CLOSE_BOUND_MS = 50;

/** The process of one run with its capture and its temporary folder. */
export class RunProcess implements ProcessListener {
  /** Signals that reached something. */
  readonly signals: SignalSent[] = [];
  /** Resolves when the leader was reaped. */
  readonly leaderExit: Promise<void>;
  #reportExit!: () => void;
  #exited = false;
  readonly #open = new OpenStreams();
  #reportEnds: () => void = () => {};
  #handle: ProcessHandle | null = null;
  #pending = false;
  #capture: Capture | null = null;
  #tempFolder: string | null = null;
  #removal: Promise<boolean> | null = null;
  #drained = false;
  #paused = false;
  #overLimit = false;
  #lastOutputAt = 0;
  #startedAt = 0;
  #closed = false;

  constructor(
    private readonly spec: RunSpec,
    private readonly driver: ProcessDriver,
    private readonly clock: Clock,
    private readonly send: (event: RunProcessEvent) => void,
  ) {
    this.leaderExit = new Promise((resolve) => {
      this.#reportExit = resolve;
    });
  }

  /** Spawns; what becomes of it comes as an event. */
  start(): void {
    this.#startedAt = this.#lastOutputAt = this.clock.now();
    const { program, argv, cwd, env, limits } = this.spec;
    const folder = cwd.kind === "temp" ? createTempFolder() : cwd.path;
    if (typeof folder !== "string") {
      this.send({ type: "spawnFailed", fault: folder });
      return;
    }
    if (cwd.kind === "temp") this.#tempFolder = folder;
    this.#pending = true;
    this.#handle = this.driver.spawn({ program, argv, cwd: folder, env, limits }, this);
  }

  spawned(pid: number): void {
    this.#pending = false;
    if (this.#closed) {
      this.#killLate();
      return;
    }
    this.#guard(() => {
      this.#capture = this.spec.openCapture();
      this.#capture.onDrain(() => this.#resume());
      this.spec.hooks.started(pid);
    });
    this.send({ type: "spawned", pid });
  }

  failed(fault: Fault): void {
    this.#pending = false;
    if (this.#closed) this.#handle?.dispose();
    else this.send({ type: "spawnFailed", fault });
  }

  output(stream: StreamName, chunk: Buffer): void {
    const capture = this.#capture;
    if (this.#closed || capture === null) return;
    this.#lastOutputAt = this.clock.now();
    // What it still prints past its limit is read, so that it can end, and dropped.
    if (this.#overLimit) return;
    this.#guard(() => {
      if (!capture.write(stream, chunk)) this.#pause();
      const limitBytes = this.spec.maxOutputBytes;
      if (limitBytes !== null && capture.bytes > limitBytes) {
        this.#overLimit = true;
        this.send({ type: "stop", reason: { kind: "output_limit", limitBytes } });
      }
    });
  }

  ended(stream: StreamName): void {
    if (!this.#open.end(stream) || this.#open.any) return;
    this.#reportEnds();
    if (this.#drained) this.send({ type: "outputEnded" });
  }

  exited(exit: ProcessExit, limit: ResourceLimitHit | null = null, left = true, lost?: Fault): void {
    this.#exited = true;
    this.#reportExit();
    if (this.#closed) return;
    if (lost !== undefined) this.send({ type: "broke", fault: lost });
    this.send({ type: "exited", exit, limit, left });
  }

  /** From now on the end of the output is told; before, `outputEnded` is looked at when it matters. */
  drain(): void {
    this.#drained = true;
  }

  get leaderExited(): boolean {
    return this.#exited;
  }

  get outputEnded(): boolean {
    return !this.#open.any;
  }

  /** Whether reading waits for the capture. */
  get paused(): boolean {
    return this.#paused;
  }

  /** When it printed last. While we do not read, it counts as printing. */
  get lastOutputAt(): number {
    return this.#paused ? this.clock.now() : this.#lastOutputAt;
  }

  /** Tells that stopping begins. */
  announce(reason: StopReason["kind"] | "leftovers"): void {
    this.#guard(() => this.spec.hooks.stopping(reason));
  }

  async signal(signal: NodeJS.Signals): Promise<void> {
    const atMs = this.clock.now() - this.#startedAt;
    const reached = (await this.#handle?.signalTree(signal)) ?? 0;
    // Killing is repeated; once is enough to tell.
    if (reached > 0 && this.signals.at(-1)?.signal !== signal) this.signals.push({ signal, atMs });
  }

  async alive(): Promise<readonly number[]> {
    return (await this.#handle?.alive()) ?? [];
  }

  /** Ends reading and resolves to everything read; null when no process was started. */
  async finish(): Promise<Captured | null> {
    if (this.#capture === null) return null;
    if (!this.outputEnded) await this.#closeOutput();
    return this.#capture.finish();
  }

  /** What the pipes still hold comes before their ends. */
  async #closeOutput(): Promise<void> {
    const ended = new Promise<void>((resolve) => {
      this.#reportEnds = resolve;
    });
    this.#handle?.closeOutput();
    if (this.outputEnded) return;
    await Promise.race([ended, pause(this.clock, CLOSE_BOUND_MS)]);
  }

  /** Resolves when the temporary folder is gone, or cannot be removed; null when there is none. */
  removeTempFolder(): Promise<unknown> | null {
    if (this.#tempFolder === null) return null;
    this.#removal ??= removeTempFolder(this.#tempFolder);
    return this.#removal;
  }

  /** Lets go of everything. A process whose spawn is still under way is killed as soon as it is there. */
  close(): void {
    this.#closed = true;
    if (!this.#pending) this.#handle?.dispose();
  }

  /** Kills what is there and lets go: for a run that cannot be brought to an orderly end. */
  abandon(): void {
    if (this.#closed) return;
    this.#closed = true;
    if (!this.#pending) this.#killLate();
  }

  #killLate(): void {
    const handle = this.#handle;
    void handle?.signalTree("SIGKILL").finally(() => handle.dispose());
  }

  #pause(): void {
    this.#paused = true;
    this.#handle?.pause();
  }

  #resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#lastOutputAt = this.clock.now();
    this.#handle?.resume();
  }

  #guard(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.send({ type: "broke", fault: fault("AR_INTERNAL", `A part of the broker failed: ${String(error)}`) });
    }
  }
}
