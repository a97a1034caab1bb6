import { ChildProcess, type StdioOptions, spawn } from "node:child_process";
import type {
  Fault,
  ProcessDriver,
  ProcessExit,
  ProcessHandle,
  ProcessListener,
  SpawnSpec,
  StreamName,
} from "../../contract/index.js";
import { STREAMS } from "../../contract/index.js";
import { uniqueName } from "../../unique-name.js";
import { shieldedStdio } from "../inherited-descriptors.js";
import { withMarker } from "../marker.js";
import { OpenStreams } from "../open-streams.js";
import { createProcessTree, type ProcessTree } from "../process-tree.js";
import { spawnFault } from "../spawn-fault.js";
import { spawnRefusal } from "../spawn-refusal.js";

/**
 * The driver for every system, on `node:child_process`. It finds descendants by group, session, marker and parents;
 * what clears its environment, changes its session and is orphaned, all before the first look, escapes it.
 * Resource limits need the native driver.
 */
export function createPortableDriver(): ProcessDriver {
  const stdio = shieldedStdio();
  return { name: "portable", spawn: (spec, listener) => new PortableProcess(spec, listener, stdio) };
}

class PortableProcess implements ProcessHandle {
  readonly #listener: ProcessListener;
  readonly #child: ChildProcess | null;
  readonly #tree: ProcessTree | null;
  readonly #open = new OpenStreams();
  #disposed = false;

  constructor(spec: SpawnSpec, listener: ProcessListener, stdio: StdioOptions) {
    this.#listener = listener;
    const marker = uniqueName();
    const started = spawnRefusal(spec) ?? start(spec, marker, stdio);
    if (!(started instanceof ChildProcess)) {
      this.#child = null;
      this.#tree = null;
      queueMicrotask(() => this.#tell(() => listener.failed(started)));
      return;
    }
    this.#child = started;
    this.#tree = started.pid === undefined ? null : createProcessTree({ leader: started.pid, marker });
    this.#listen(started, spec);
  }

  pause(): void {
    for (const stream of STREAMS) this.#child?.[stream]?.pause();
  }

  resume(): void {
    for (const stream of STREAMS) this.#child?.[stream]?.resume();
  }

  async signalTree(signal: NodeJS.Signals): Promise<number> {
    return (await this.#tree?.signal(signal)) ?? 0;
  }

  async alive(): Promise<readonly number[]> {
    return (await this.#tree?.alive()) ?? [];
  }

  closeOutput(): void {
    for (const name of STREAMS) {
      const stream = this.#child?.[name];
      if (!stream || !this.#open.has(name)) continue;
      // Hands on, as `data`, what a paused stream has taken in already.
      stream.read();
      stream.destroy();
      this.#ended(name);
    }
  }

  dispose(): void {
    this.#disposed = true;
    for (const name of STREAMS) this.#child?.[name]?.destroy();
    // A survivor must not keep the broker from ending.
    this.#child?.unref();
  }

  #listen(child: ChildProcess, spec: SpawnSpec): void {
    child.once("spawn", () => this.#tell(() => this.#listener.spawned(child.pid!)));
    child.on("error", (error: NodeJS.ErrnoException) => {
      this.#tell(() => this.#listener.failed(spawnFault(error.code ?? "unknown", spec)));
    });
    child.once("exit", (code, signal) => {
      this.#tree?.leaderReaped();
      this.#tell(() => this.#listener.exited(toExit(code, signal)));
    });
    for (const name of STREAMS) {
      // Out of descriptors: Node gives no streams.
      const stream = child[name];
      stream?.on("data", (chunk: Buffer) => this.#output(name, chunk));
      stream?.once("end", () => this.#ended(name));
      stream?.once("close", () => this.#ended(name));
      stream?.on("error", () => stream.destroy());
    }
  }

  #output(name: StreamName, chunk: Buffer): void {
    if (this.#open.has(name)) this.#tell(() => this.#listener.output(name, chunk));
  }

  #ended(name: StreamName): void {
    // A spawn that failed closes its streams too; nothing may come before or after `failed`.
    if (this.#tree !== null && this.#open.end(name)) this.#tell(() => this.#listener.ended(name));
  }

  #tell(event: () => void): void {
    if (!this.#disposed) event();
  }
}

/** Node throws for some errors and emits others; both become a Fault. */
function start(spec: SpawnSpec, marker: string, stdio: StdioOptions): ChildProcess | Fault {
  const { program, argv, cwd, env } = spec;
  try {
    return spawn(program, argv.slice(1), {
      argv0: argv[0],
      cwd,
      // Node would hand its own NODE_V8_COVERAGE on to every child that does not say otherwise.
      env: { NODE_V8_COVERAGE: undefined, ...withMarker(env, marker) },
      stdio,
      // A session and a group of its own, without a controlling terminal.
      detached: true,
      windowsHide: true,
      shell: false,
    });
  } catch (error) {
    return spawnFault((error as NodeJS.ErrnoException).code ?? "unknown", spec);
  }
}

function toExit(code: number | null, signal: NodeJS.Signals | null): ProcessExit {
  return signal === null ? { code: code!, signal: null } : { code: null, signal };
}
