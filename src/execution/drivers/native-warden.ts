import type { Fault, ProcessListener, SpawnSpec } from "../../contract/index.js";
import { STREAMS } from "../../contract/index.js";
import { fault } from "../../errors/index.js";
import { Roster } from "../../roster.js";
import {
  EVENT_WORDS,
  KIND,
  type NativeBinding,
  type NativeClient,
  type NativeParts,
  WITH_BYTES,
} from "./native-binding.js";
import { lostFault, runLostFault, startFault } from "./native-faults.js";
import { NativeRun, type RunOrders } from "./native-run.js";
import { errorNamed, limitNamed, limitNumbers, signalNumber } from "./native-words.js";

/** Events the addon writes at most before it calls. */
const EVENTS_AT_ONCE = 256;
const LARGEST_NUMBER = 2 ** 31 - 1;

/** What the warden says of itself once it is up. */
export interface WardenHello {
  /** An index into `none`, `subreaper`, `namespace`, `cgroup`. */
  readonly mode: number;
  /** Bits: 1 the memory, 2 the number of processes of a whole run is held by the kernel. */
  readonly controllers: number;
  /** What brokers that died together with their wardens had left. */
  readonly leftovers: { readonly processes: number; readonly folders: number };
  /** A line for each better mode that is not there, saying why. */
  readonly why: string;
}

/** How a warden went: as asked, or by itself. */
export type WardenEnd = { readonly kind: "closed" } | { readonly kind: "lost"; readonly fault: Fault };

/** Variables as the addon takes them: `NAME=value` each, with a NUL behind. */
export interface EnvironmentBlock {
  readonly count: number;
  readonly text: string;
}

interface Entry {
  readonly run: NativeRun;
  readonly spec: SpawnSpec;
}

type Numbers = readonly [number, number, number, number];
type Answer = (count: number, bytes: Buffer | undefined) => void;

/** The process that starts our runs (`native/warden/main.c`), and the thread of the addon that talks to it. */
export class Warden implements RunOrders {
  /** Resolves when it is up; null when it ended before. */
  readonly hello: Promise<WardenHello | null>;
  readonly ended: Promise<WardenEnd>;
  readonly #parts: NativeParts;
  readonly #client: NativeClient;
  readonly #words = new Int32Array(EVENTS_AT_ONCE * EVENT_WORDS);
  #runs = new Roster<Entry>();
  /** Answers waited for, by sequence number. */
  readonly #answers = new Map<number, Answer>();
  #nextSequence = 1;
  #turning = false;
  #greeted = false;
  #holding = false;
  #state: "open" | "closing" | "over" = "open";
  #greet!: (hello: WardenHello | null) => void;
  #end!: (end: WardenEnd) => void;

  constructor(parts: NativeParts, mode: string) {
    this.#parts = parts;
    this.hello = new Promise((resolve) => {
      this.#greet = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#client = parts.binding.open(parts.wardenPath, mode, this.#words, this.#onEvents);
    this.#hold();
  }

  get open(): boolean {
    return this.#state === "open";
  }

  /** Starts a run, or gives the name of the errno for which nothing was done. */
  spawn(spec: SpawnSpec, env: EnvironmentBlock, listener: ProcessListener): NativeRun | string {
    const strings = `${spec.program}\0${spec.cwd}\0${spec.argv.join("\0")}\0${env.text}`;
    if (!strings.isWellFormed()) return "EINVAL";
    const id = this.#runs.next;
    const limits = limitNumbers(spec.limits);
    const errno = this.#parts.binding.spawn(this.#client, id, spec.argv.length, env.count, strings, limits);
    if (errno !== 0) return errorNamed(errno);
    this.#turnSoon();
    const run = new NativeRun(this, id, listener);
    this.#runs.add({ run, spec });
    this.#hold();
    return run;
  }

  pause(run: number): void {
    this.#order((binding, client) => binding.pause(client, run));
  }

  resume(run: number): void {
    this.#order((binding, client) => binding.resume(client, run));
  }

  closeOutput(run: number): void {
    this.#order((binding, client) => binding.closeOutput(client, run));
  }

  async signal(run: number, signal: NodeJS.Signals): Promise<number> {
    if (!this.open) return 0;
    return new Promise((resolve) => {
      const sequence = this.#expect(resolve);
      this.#order((binding, client) => binding.signal(client, run, sequence, signalNumber(signal)));
    });
  }

  async list(run: number): Promise<readonly number[]> {
    if (!this.open) return [];
    return new Promise((resolve) => {
      const sequence = this.#expect((_count, bytes) => resolve(bytes === undefined ? [] : pidsIn(bytes)));
      this.#order((binding, client) => binding.list(client, run, sequence));
    });
  }

  dispose(run: number, over: boolean): void {
    if (!this.#runs.remove(run) || !this.open) return;
    if (!over) this.#order((binding, client) => binding.dispose(client, run));
    this.#hold();
  }

  /** Ends the warden, which kills what still runs; resolves when it is gone. */
  async close(): Promise<void> {
    if (this.open) {
      this.#order((binding, client) => binding.close(client));
      this.#state = "closing";
      this.#hold();
    }
    await this.ended;
  }

  #order(give: (binding: NativeBinding, client: NativeClient) => void): void {
    if (!this.open) return;
    give(this.#parts.binding, this.#client);
    this.#turnSoon();
  }

  /** All orders of one turn of the event loop go together, since waking the addon's thread is what costs. */
  #turnSoon(): void {
    if (this.#turning) return;
    this.#turning = true;
    setImmediate(() => {
      this.#turning = false;
      if (this.#state !== "over" && this.#parts.binding.turn(this.#client, this.#onEvents)) this.#turnSoon();
    });
  }

  #expect(answer: Answer): number {
    const sequence = this.#nextSequence;
    this.#nextSequence = after(sequence);
    this.#answers.set(sequence, answer);
    return sequence;
  }

  /** Keeps the event loop alive while anything is to be heard. */
  #hold(): void {
    const wanted = this.#runs.size > 0 || !this.#greeted || this.#state === "closing";
    if (wanted !== this.#holding) this.#parts.binding.hold(this.#client, wanted);
    this.#holding = wanted;
  }

  readonly #onEvents = (count: number, bytes: readonly Buffer[]): void => {
    this.#turnSoon();
    const words = this.#words;
    let next = 0;
    for (let at = 0; at < count * EVENT_WORDS; at += EVENT_WORDS) {
      const chunk = words[at]! & WITH_BYTES ? bytes[next++] : undefined;
      this.#handle(words[at]! & ~WITH_BYTES, words[at + 1]!, at + 2, chunk);
    }
  };

  /** What the numbers from `at` on mean goes by the kind: `native/shared/protocol.h`. */
  #handle(kind: number, id: number, at: number, bytes: Buffer | undefined): void {
    const a = this.#words[at]!;
    const b = this.#words[at + 1]!;
    const c = this.#words[at + 2]!;
    const d = this.#words[at + 3]!;
    if (kind === KIND.hello) this.#helloed(a, b, { processes: c, folders: d }, bytes);
    else if (kind === KIND.lost) this.#over({ kind: "lost", fault: lostFault(a) });
    else if (kind === KIND.closed) this.#over({ kind: "closed" });
    else if (kind === KIND.signalled || kind === KIND.listed) this.#answer(a, b, bytes);
    else this.#tellRun(kind, this.#runs.get(id), [a, b, c, d], bytes);
  }

  #helloed(mode: number, controllers: number, leftovers: WardenHello["leftovers"], why: Buffer | undefined): void {
    this.#greeted = true;
    this.#hold();
    this.#greet({ mode, controllers, leftovers, why: why?.toString() ?? "" });
  }

  #tellRun(kind: number, entry: Entry | undefined, [a, b, c, d]: Numbers, bytes: Buffer | undefined): void {
    // A run that was disposed of is not there any more.
    if (entry === undefined) return;
    const { run, spec } = entry;
    if (kind === KIND.output) run.output(STREAMS[a]!, bytes!);
    else if (kind === KIND.ended) run.ended(STREAMS[a]!);
    else if (kind === KIND.spawned) run.spawned(a);
    else if (kind === KIND.exited) run.exited(a, b, limitNamed(c), d !== 0);
    else if (kind === KIND.emptied) run.emptied();
    else if (kind === KIND.failed) run.failed(startFault(a, errorNamed(b), spec));
  }

  #answer(sequence: number, count: number, bytes: Buffer | undefined): void {
    const answer = this.#answers.get(sequence);
    this.#answers.delete(sequence);
    answer?.(count, bytes);
  }

  #over(end: WardenEnd): void {
    this.#state = "over";
    this.#greet(null);
    this.#end(end);
    for (const answer of this.#answers.values()) answer(0, undefined);
    this.#answers.clear();
    const runs = this.#runs.values();
    this.#runs = new Roster();
    const unstarted = end.kind === "lost" ? end.fault : fault("AR_SHUTDOWN", "The broker was shut down.");
    const started = end.kind === "lost" ? runLostFault() : undefined;
    for (const { run } of runs) run.lost(unstarted, started);
  }
}

const after = (number: number) => (number === LARGEST_NUMBER ? 1 : number + 1);

function pidsIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readInt32LE(4 * index));
}
