import { afterEach } from "vitest";
import type {
  Fault,
  ProcessExit,
  ProcessHandle,
  ProcessListener,
  SpawnSpec,
  StreamName,
} from "../../src/contract/index.js";
import type { World } from "./worlds.js";

export const NO_LIMITS = { memoryBytes: null, cpuSeconds: null, processes: null, openFiles: null, fileSizeBytes: null };

/** Keeps the recorders of a test; after it, nothing of them is alive. To be called where tests are described. */
export function useRecorders(): (recorder: Recorder) => Recorder {
  const kept: Recorder[] = [];
  afterEach(async () => {
    for (const { handle } of kept.splice(0)) {
      await handle.signalTree("SIGKILL");
      await untilGone(handle);
      handle.dispose();
    }
  });
  return (recorder) => {
    kept.push(recorder);
    return recorder;
  };
}

/** Starts the steps program of a world. */
export function startSteps(world: World, steps: readonly string[], more: Partial<SpawnSpec> = {}): Recorder {
  return start(world, { program: world.stepsProgram, argv: [...world.stepsArgv, ...steps], ...more });
}

export function start(world: World, spec: Pick<SpawnSpec, "program" | "argv"> & Partial<SpawnSpec>): Recorder {
  const env = { PATH: process.env.PATH ?? "" };
  return new Recorder((listener) => world.driver.spawn({ cwd: "/", env, limits: NO_LIMITS, ...spec }, listener));
}

/** Writes down what a driver tells, and lets tests wait for it. */
export class Recorder implements ProcessListener {
  readonly handle: ProcessHandle;
  readonly events: string[] = [];
  pid: number | null = null;
  fault: Fault | null = null;
  exit: ProcessExit | null = null;
  readonly #chunks: { readonly [stream in StreamName]: Buffer[] } = { stdout: [], stderr: [] };
  readonly #waiting = new Set<() => void>();

  constructor(spawn: (listener: ProcessListener) => ProcessHandle) {
    this.handle = spawn(this);
    this.events.push("returned");
  }

  spawned(pid: number): void {
    this.pid = pid;
    this.#note("spawned");
  }

  failed(fault: Fault): void {
    this.fault = fault;
    this.#note("failed");
  }

  output(stream: StreamName, chunk: Buffer): void {
    this.#chunks[stream].push(chunk);
    this.#note(`output ${stream}`);
  }

  ended(stream: StreamName): void {
    this.#note(`ended ${stream}`);
  }

  exited(exit: ProcessExit): void {
    this.exit = exit;
    this.#note("exited");
  }

  bytes(stream: StreamName): Buffer {
    return Buffer.concat(this.#chunks[stream]);
  }

  text(stream: StreamName): string {
    return this.bytes(stream).toString();
  }

  /** Resolves when the condition holds; it is looked at with every event. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Resolves when the leader has ended and both streams have. */
  over(): Promise<void> {
    return this.until(
      () => this.exit !== null && this.#count("ended stdout") === 1 && this.#count("ended stderr") === 1,
    );
  }

  #count(event: string): number {
    return this.events.filter((known) => known === event).length;
  }

  #note(event: string): void {
    this.events.push(event);
    for (const look of [...this.#waiting]) look();
  }
}

/** Resolves when nothing of a tree is alive. */
export async function untilGone(handle: ProcessHandle): Promise<void> {
  while ((await handle.alive()).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}
