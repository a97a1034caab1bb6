import type { Admission, Execution, Fault, Ticket } from "../../src/contract/index.js";
import { createExecutor, type Run, type RunSpec } from "../../src/execution/index.js";
import { FakeClock } from "./fake-clock.js";
import { FakeDriver, type FakeDriverOptions, type FakeRun } from "./fake-driver.js";
import { MemoryCapture } from "./memory-capture.js";
import { NO_LIMITS } from "./recorder.js";

/** A spec without what a test has to give. */
export const BASE_SPEC = {
  program: "/fake",
  argv: ["fake"],
  cwd: { kind: "folder", path: "/" },
  env: {},
  limits: NO_LIMITS,
  timeoutMs: 1000,
  idleTimeoutMs: null,
  graceMs: 200,
  maxOutputBytes: null,
} as const;

/** A run of the executor over processes, a clock and a queue that move only when a test says so. */
export class FakeWorldRun {
  readonly clock = new FakeClock();
  readonly driver: FakeDriver;
  readonly captures: MemoryCapture[] = [];
  readonly hooks: string[] = [];
  readonly run: Run;
  admission!: Admission;
  ticketCancelled = 0;
  released = 0;
  /** Live processes when the permit came back. */
  aliveAtRelease: number | null = null;
  settledAt: number | null = null;
  execution: Execution | null = null;
  settlements = 0;

  constructor(more: Partial<RunSpec> = {}, programs: FakeDriverOptions["programs"] = { "/fake": () => {} }) {
    this.driver = new FakeDriver({ programs, automatic: false });
    const executor = createExecutor({ driver: this.driver, clock: this.clock });
    this.run = executor.run({
      ...BASE_SPEC,
      enqueue: (admission) => this.#enqueue(admission),
      openCapture: () => {
        const capture = new MemoryCapture();
        this.captures.push(capture);
        return capture;
      },
      hooks: {
        started: () => this.hooks.push("started"),
        stopping: (reason) => this.hooks.push(`stopping ${reason}`),
      },
      ...more,
    });
    void this.run.done.then((execution) => {
      this.settlements += 1;
      this.settledAt = this.clock.now();
      this.execution = execution;
    });
  }

  admit(): void {
    const release = () => {
      this.released += 1;
      this.aliveAtRelease ??= this.tree?.processes.filter(({ alive }) => alive).length ?? 0;
    };
    this.admission.admitted({ release });
  }

  reject(fault: Fault): void {
    this.admission.rejected(fault);
  }

  /** The process tree; undefined before the spawn. */
  get tree(): FakeRun | undefined {
    return this.driver.runs[0];
  }

  get capture(): MemoryCapture {
    return this.captures[0]!;
  }

  /** Admits, spawns and lets the leader be told of. */
  async start(): Promise<FakeRun> {
    this.admit();
    await this.clock.advance(0);
    this.tree!.deliver("leader");
    await this.clock.advance(0);
    return this.tree!;
  }

  /** Tells everything there is to tell. */
  async deliverAll(): Promise<void> {
    for (const channel of ["leader", "stdout", "stderr"] as const) while (this.tree?.deliver(channel));
    await this.clock.advance(0);
  }

  /** Lets time pass and events come until nothing happens any more. */
  async finish(): Promise<Execution> {
    for (let round = 0; this.execution === null && round < 1000; round++) {
      await this.deliverAll();
      await this.clock.advance(10);
    }
    if (this.execution === null) throw new Error("the run does not settle");
    return this.execution;
  }

  #enqueue(admission: Admission): Ticket {
    this.admission = admission;
    return {
      cancel: () => {
        this.ticketCancelled += 1;
        return true;
      },
    };
  }
}
