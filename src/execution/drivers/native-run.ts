import { constants } from "node:os";
import type { Fault, ProcessHandle, ProcessListener, ResourceLimitHit, StreamName } from "../../contract/index.js";
import { STREAMS } from "../../contract/index.js";
import { OpenStreams } from "../open-streams.js";
import { exitOf } from "./native-words.js";

/** What a run asks of the warden, by its number. */
export interface RunOrders {
  pause(run: number): void;
  resume(run: number): void;
  closeOutput(run: number): void;
  /** `over`: all was told that there is, so nobody else knows the run any more. */
  dispose(run: number, over: boolean): void;
  /** Resolves to how many processes it reached; after SIGKILL when they are gone, or soon after. */
  signal(run: number, signal: NodeJS.Signals): Promise<number>;
  list(run: number): Promise<readonly number[]>;
}

/** One run of the native driver. */
export class NativeRun implements ProcessHandle {
  /** `empty`: nothing of it is alive, and nothing can come of it any more. */
  #state: "starting" | "running" | "exited" | "empty" = "starting";
  #disposed = false;
  readonly #open = new OpenStreams();

  constructor(
    private readonly orders: RunOrders,
    private readonly id: number,
    private readonly listener: ProcessListener,
  ) {}

  pause(): void {
    if (!this.#disposed) this.orders.pause(this.id);
  }

  resume(): void {
    if (!this.#disposed) this.orders.resume(this.id);
  }

  async signalTree(signal: NodeJS.Signals): Promise<number> {
    return this.#state === "empty" || this.#disposed ? 0 : this.orders.signal(this.id, signal);
  }

  async alive(): Promise<readonly number[]> {
    return this.#state === "empty" || this.#disposed ? [] : this.orders.list(this.id);
  }

  closeOutput(): void {
    if (!this.#disposed && this.#open.any) this.orders.closeOutput(this.id);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.orders.dispose(this.id, this.#state === "empty" && !this.#open.any);
  }

  // What follows is called by the warden, as it hears of it.

  spawned(pid: number): void {
    this.#state = "running";
    this.#tell(() => this.listener.spawned(pid));
  }

  failed(fault: Fault): void {
    this.#state = "empty";
    for (const stream of STREAMS) this.#open.end(stream);
    this.#tell(() => this.listener.failed(fault));
  }

  output(stream: StreamName, chunk: Buffer): void {
    this.#tell(() => this.listener.output(stream, chunk));
  }

  ended(stream: StreamName): void {
    if (this.#open.end(stream)) this.#tell(() => this.listener.ended(stream));
  }

  exited(code: number, signal: number, limit: ResourceLimitHit | undefined, left: boolean): void {
    this.#state = left ? "exited" : "empty";
    this.#tell(() => this.listener.exited(exitOf(code, signal), limit, left));
  }

  emptied(): void {
    this.#state = "empty";
  }

  /** The warden ended, and with it all that ran: `unstarted` and `started` say why, as far as it was not meant. */
  lost(unstarted: Fault, started: Fault | undefined): void {
    const wasRunning = this.#state === "running";
    if (this.#state === "starting") this.failed(unstarted);
    for (const stream of STREAMS) this.ended(stream);
    this.#state = "empty";
    if (wasRunning) this.#tell(() => this.listener.exited(exitOf(-1, constants.signals.SIGKILL), null, false, started));
  }

  #tell(event: () => void): void {
    if (!this.#disposed) event();
  }
}
