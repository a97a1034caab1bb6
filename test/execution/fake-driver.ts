import { existsSync } from "node:fs";
import {
  type ProcessDriver,
  type ProcessExit,
  type ProcessHandle,
  type ProcessListener,
  type SpawnSpec,
  STREAMS,
  type StreamName,
} from "../../src/contract/index.js";
import { fault } from "../../src/errors/index.js";

type Channel = StreamName | "leader";

/** What a program of the fake world does once it runs. */
export type FakeProgram = (process: FakeProcess, spec: SpawnSpec) => void;

export interface FakeDriverOptions {
  /** By path; another path is a program that does not exist. */
  readonly programs: { readonly [path: string]: FakeProgram };
  /** Tells what happens as it happens; false: only when `deliver` is called. */
  readonly automatic: boolean;
}

/** A process model in memory: a tree, two pipes, signals. It keeps what the port promises and nothing more. */
export class FakeDriver implements ProcessDriver {
  readonly name = "fake";
  readonly runs: FakeRun[] = [];

  constructor(private readonly options: FakeDriverOptions) {}

  spawn(spec: SpawnSpec, listener: ProcessListener): FakeRun {
    const run = new FakeRun(listener, this.options.automatic);
    this.runs.push(run);
    const program = this.options.programs[spec.program];
    if (!existsSync(spec.cwd)) run.fail(fault("AR_CWD_MISSING", `${spec.cwd} does not exist`));
    else if (program === undefined) run.fail(fault("AR_PROGRAM_NOT_FOUND", `${spec.program} does not exist`));
    else run.begin((leader) => program(leader, spec));
    return run;
  }
}

let lastPid = 100_000;

export class FakeProcess {
  readonly pid = ++lastPid;
  readonly ignored = new Set<NodeJS.Signals>();
  readonly open: Set<StreamName>;
  alive = true;
  /** As a process of another user is. */
  unkillable = false;
  exit: ProcessExit | null = null;

  constructor(
    readonly run: FakeRun,
    open: Iterable<StreamName>,
  ) {
    this.open = new Set(open);
  }

  print(stream: StreamName, bytes: Buffer): void {
    if (this.alive && this.open.has(stream)) this.run.write(stream, bytes);
  }

  fork(): FakeProcess {
    return this.run.add(new FakeProcess(this.run, this.open));
  }

  close(stream: StreamName): void {
    this.open.delete(stream);
    this.run.lookAtPipes();
  }

  end(exit: ProcessExit): void {
    if (!this.alive) return;
    this.alive = false;
    this.exit = exit;
    this.run.died(this);
  }
}

/** One tree of processes and what its listener is told of it. */
export class FakeRun implements ProcessHandle {
  readonly processes: FakeProcess[] = [];
  disposed = 0;
  readonly #told: { readonly [channel in Channel]: (() => void)[] } = { stdout: [], stderr: [], leader: [] };
  readonly #open = new Set<StreamName>(STREAMS);
  readonly #ended = new Set<StreamName>();
  #paused = false;

  constructor(
    private readonly listener: ProcessListener,
    private readonly automatic: boolean,
  ) {}

  get leader(): FakeProcess {
    return this.processes[0]!;
  }

  fail(reason: Parameters<ProcessListener["failed"]>[0]): void {
    // Nothing is told of pipes that never were.
    for (const stream of STREAMS) this.#ended.add(stream);
    this.#tell("leader", () => this.listener.failed(reason));
  }

  begin(program: (leader: FakeProcess) => void): void {
    const leader = this.add(new FakeProcess(this, STREAMS));
    this.#tell("leader", () => {
      this.listener.spawned(leader.pid);
      program(leader);
    });
  }

  add(process: FakeProcess): FakeProcess {
    this.processes.push(process);
    return process;
  }

  write(stream: StreamName, bytes: Buffer): void {
    this.#tell(stream, () => this.listener.output(stream, bytes));
  }

  died(process: FakeProcess): void {
    if (process === this.leader) this.#tell("leader", () => this.listener.exited(process.exit!));
    this.lookAtPipes();
  }

  lookAtPipes(): void {
    for (const stream of [...this.#open]) {
      const held = this.processes.some((process) => process.alive && process.open.has(stream));
      if (held) continue;
      this.#open.delete(stream);
      this.#tell(stream, () => this.#end(stream));
    }
  }

  /** Tells the oldest untold event of a channel; false when there is none. */
  deliver(channel: Channel): boolean {
    if (this.disposed > 0 || (this.#paused && channel !== "leader")) return false;
    const event = this.#told[channel].shift();
    event?.();
    return event !== undefined;
  }

  pause(): void {
    this.#paused = true;
  }

  resume(): void {
    this.#paused = false;
    this.#pump();
  }

  async signalTree(signal: NodeJS.Signals): Promise<number> {
    const live = this.processes.filter((process) => process.alive && !process.unkillable);
    for (const process of live) {
      const deadly = signal === "SIGKILL" || (signal === "SIGTERM" && !process.ignored.has(signal));
      if (deadly) process.end({ code: null, signal });
    }
    return live.length;
  }

  async alive(): Promise<readonly number[]> {
    return this.processes.filter((process) => process.alive).map((process) => process.pid);
  }

  closeOutput(): void {
    this.#paused = false;
    for (const stream of STREAMS) {
      this.#told[stream].splice(0);
      this.#open.delete(stream);
      if (!this.#ended.has(stream)) this.#tell(stream, () => this.#end(stream));
    }
  }

  dispose(): void {
    this.disposed += 1;
  }

  #end(stream: StreamName): void {
    this.#ended.add(stream);
    this.listener.ended(stream);
  }

  #tell(channel: Channel, event: () => void): void {
    this.#told[channel].push(event);
    this.#pump();
  }

  #pump(): void {
    if (!this.automatic) return;
    setImmediate(() => {
      const told = (["leader", ...STREAMS] as const).some((channel) => this.deliver(channel));
      if (told) this.#pump();
    });
  }
}
