import fc from "fast-check";
import { expect, test } from "vitest";
import type { Job, Permit, Ticket } from "../../src/contract/index.js";
import type { SchedulerOptions } from "../../src/scheduler/index.js";
import { Harness, settle } from "./harness.js";
import { Model } from "./model.js";

/** The real scheduler together with what the commands need to know of it. */
class System extends Harness {
  readonly tickets = new Map<string, Ticket>();
  readonly returned: Permit[] = [];
  readonly cancelled = new Set<string>();
}

type Command = fc.AsyncCommand<Model, System>;

/** After every command: the same answers as the model, and the rules that hold whatever the order. */
async function compare(model: Model, system: System): Promise<void> {
  await settle();
  const answered = [...system.answers].flatMap(([id, answers]) =>
    answers.map((answer) => `${answer.kind === "admitted" ? "admitted" : answer.fault.code} ${id}`),
  );
  expect(answered.sort()).toEqual([...model.log].sort());
  expect(system.admitted).toEqual(
    model.log.filter((line) => line.startsWith("admitted ")).map((line) => line.slice(9)),
  );
  const stats = system.scheduler.stats();
  expect([stats.running, stats.queued]).toEqual([model.running.length, model.waiting.length]);
  const used = [...model.running, ...model.waiting.map(({ job }) => job)].map((job) => job.group);
  expect(new Set(Object.keys(stats.groups))).toEqual(new Set([...Object.keys(model.options.groups), ...used]));
  for (const [group, counts] of Object.entries(stats.groups)) {
    expect(counts.running).toBe(model.running.filter((job) => job.group === group).length);
    expect(counts.queued).toBe(model.waiting.filter(({ job }) => job.group === group).length);
  }
  expectRules(system, model);
}

function expectRules(system: System, { options, waiting }: Model): void {
  const running = [...system.running.keys()].map((id) => system.jobs.get(id)!);
  expect(running.length).toBeLessThanOrEqual(options.concurrency);
  expect(waiting.length).toBeLessThanOrEqual(options.queue);
  const locks = running.flatMap((job) => [...new Set(job.locks)]);
  expect(new Set(locks).size).toBe(locks.length);
  for (const job of running) {
    const beside = running.filter((other) => other.group === job.group);
    expect(beside.length).toBeLessThanOrEqual(options.groups[job.group] ?? options.concurrency);
    if (job.aloneInGroup) expect(beside).toEqual([job]);
  }
  // No idle slot while a job waits that nothing stands against.
  if (running.length === options.concurrency) return;
  for (const { job } of waiting) {
    const around = [...running, ...waiting.map((other) => other.job)].filter((other) => other.group === job.group);
    const room = running.filter((other) => other.group === job.group).length < (options.groups[job.group] ?? 99);
    const plain = job.locks.length === 0 && around.every((other) => !other.aloneInGroup && other.locks.length === 0);
    expect(plain && room).toBe(false);
  }
}

class Submit implements Command {
  constructor(private readonly job: Omit<Job, "id">) {}
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    const id = `j${system.jobs.size}`;
    system.tickets.set(id, system.submit(id, this.job));
    model.submit({ id, ...this.job });
    await compare(model, system);
  }
  toString = () => `submit(${JSON.stringify(this.job)})`;
}

class Release implements Command {
  constructor(private readonly pick: number) {}
  check = (model: Readonly<Model>) => model.running.length > 0;
  async run(model: Model, system: System): Promise<void> {
    const { id } = model.running[this.pick % model.running.length]!;
    system.returned.push(system.running.get(id)!);
    await system.release(id);
    model.release(id);
    await compare(model, system);
  }
  toString = () => `release(${this.pick})`;
}

class ReleaseAgain implements Command {
  constructor(private readonly pick: number) {}
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    system.returned[this.pick % system.returned.length]?.release();
    await compare(model, system);
  }
  toString = () => `releaseAgain(${this.pick})`;
}

class Cancel implements Command {
  constructor(
    private readonly pick: number,
    private readonly waiting: boolean,
  ) {}
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    const candidates = this.waiting ? model.waiting.map(({ job }) => job.id) : [...system.tickets.keys()];
    const id = candidates[this.pick % candidates.length];
    if (id === undefined) return;
    const waits = model.waiting.some(({ job }) => job.id === id);
    expect(system.tickets.get(id)?.cancel()).toBe(waits);
    if (waits) system.cancelled.add(id);
    model.cancel(id);
    await compare(model, system);
  }
  toString = () => `cancel(${this.pick}, ${this.waiting})`;
}

class Advance implements Command {
  constructor(private readonly ms: number) {}
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    system.clock.advance(this.ms);
    model.advance(this.ms);
    await compare(model, system);
  }
  toString = () => `advance(${this.ms})`;
}

class Close implements Command {
  check = () => true;
  async run(model: Model, system: System): Promise<void> {
    system.scheduler.close();
    model.close();
    await compare(model, system);
  }
  toString = () => "close";
}

const job = fc.record({
  caller: fc.constantFrom("", "a", "b", "c"),
  group: fc.constantFrom("io", "cpu", "free"),
  aloneInGroup: fc.nat(4).map((n) => n === 0),
  locks: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 }),
  ),
  priority: fc.constantFrom(0, 0, 0, 1, 5, -3, 100),
});
const pick = fc.nat(50);
const commands: fc.Arbitrary<Command>[] = [
  job.map((value) => new Submit(value)),
  job.map((value) => new Submit(value)),
  job.map((value) => new Submit(value)),
  pick.map((value) => new Release(value)),
  pick.map((value) => new Release(value)),
  pick.map((value) => new ReleaseAgain(value)),
  fc.tuple(pick, fc.boolean()).map(([value, waiting]) => new Cancel(value, waiting)),
  fc.constantFrom(1, 10, 500, 1_000, 4_000, 31_000).map((value) => new Advance(value)),
];
const options: fc.Arbitrary<Omit<SchedulerOptions, "clock">> = fc.record({
  concurrency: fc.integer({ min: 1, max: 4 }),
  queue: fc.integer({ min: 0, max: 12 }),
  callerShare: fc.constantFrom(0, 0.25, 0.5, 1),
  queueTimeoutMs: fc.constantFrom(30_000, 1e9),
  groups: fc.record({ io: fc.integer({ min: 1, max: 3 }), cpu: fc.constant(1) }),
});

test("does what its rules say, whatever comes", async () => {
  await fc.assert(
    fc.asyncProperty(
      options,
      fc.commands(commands, { maxCommands: 60, size: "max" }),
      fc.boolean(),
      async (limits, steps, close) => {
        const system = new System(limits);
        const model = new Model(limits);
        await fc.asyncModelRun(() => ({ model, real: system }), steps);
        if (close) await new Close().run(model, system);
        await system.drain();
        for (const [id, answers] of system.answers) expect(answers.length).toBe(system.cancelled.has(id) ? 0 : 1);
        const { running, queued } = system.scheduler.stats();
        expect([running, queued, system.clock.pendingTimers]).toEqual([0, 0, 0]);
      },
    ),
    { numRuns: 300 },
  );
});
