import { join } from "node:path";
import { expect, it } from "vitest";
import { type BenchOptions, type FrontDoor, runBench, singleCallMix } from "../../src/bench/index.js";
import { createBroker } from "../../src/broker/index.js";
import type { RunEvent } from "../../src/contract/index.js";
import { processesWith } from "../support/processes.js";
import { fixedTool, makeProject } from "../support/project.js";

const CONCURRENCY = 8;
const QUEUE = 64;
const OVERLOAD_SECONDS = 60;
const MIB = 1024 * 1024;
// Long enough that the permits are the limit, not the processor; nobody else sleeps just as long.
const SLEEP = `0.05${process.pid}`;

const seconds = (measured: number) => ({ warmupMs: 500, durationMs: measured * 1000, calls: null });

it("at ten times the capacity: throughput flat, accepted calls in time, the rest refused at once, nothing lost", async () => {
  const limits = { concurrency: CONCURRENCY, queue: QUEUE, caller_share: 1 };
  const project = makeProject({ tools: [fixedTool(["sleep", SLEEP])], config: { limits } });
  const broker = await createBroker({ config: join(project.dir, "agent-reach.toml") });
  let settled = 0;
  const onEvent = ({ type }: RunEvent) => {
    if (type === "settled") settled += 1;
  };
  const door: FrontDoor = {
    name: "library, counting what it settles",
    abilities: { cancel: true, timeout: true },
    open: async () => ({
      pid: process.pid,
      strays: 0,
      call: (request, signal) => broker.execute(request, { signal, onEvent }),
      watchLoop: () => () => {},
      close: async () => {},
    }),
  };
  const options: Omit<BenchOptions, "load" | "extent"> = {
    door,
    // Of one caller: between several, fair shares make those wait longer that ask for more.
    mix: { ...singleCallMix("t", {}), callers: 1 },
    permits: CONCURRENCY,
    seed: 1,
    patienceMs: 30_000,
    signal: new AbortController().signal,
  };
  const capacity = async () => {
    const load = { kind: "closed", concurrency: CONCURRENCY } as const;
    return (await runBench({ ...options, load, extent: seconds(4) })).runs[0]!;
  };

  const before = await capacity();
  const rate = 10 * before.done_per_s;
  const load = { kind: "open", ratePerSecond: rate, mostUnderWay: 100_000 } as const;
  const run = (await runBench({ ...options, load, extent: seconds(OVERLOAD_SECONDS) })).runs[0]!;
  const after = await capacity();
  const shown = { asked: run.asked_per_s, done: run.done_per_s, latency: run.latency_ms, busy: run.busy_ms };
  process.stdout.write(
    `overload: ${JSON.stringify({ before: before.done_per_s, ...shown, after: after.done_per_s })}\n`,
  );

  // Each call was answered, and once.
  const sent = [before, run, after].reduce((sum, { calls }) => sum + calls.sent, 0);
  for (const { calls } of [before, run, after]) expect(calls).toMatchObject({ lost: 0, broken: 0 });
  expect(settled).toBe(sent);
  expect(Object.values(broker.stats().settled).reduce((sum, count) => sum + count, 0)).toBe(sent);
  expect(Object.keys(run.statuses).sort()).toEqual(["busy", "success"]);

  // The rate was really asked for, and what was done stayed flat.
  expect(run.asked_per_s).toBeGreaterThan(0.9 * rate);
  expect(run.done_per_s).toBeGreaterThan(0.7 * before.done_per_s);
  const quarter = Math.floor(run.series.length / 4);
  const quarters = [0, 1, 2, 3].map((index) => run.series.slice(index * quarter, (index + 1) * quarter));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  for (const slices of quarters) {
    expect(mean(slices.map(({ done_per_s }) => done_per_s))).toBeGreaterThan(0.6 * before.done_per_s);
  }

  // A call that was taken waits for a full queue at most; a call that was not is told so at once.
  const fullQueueMs = ((QUEUE + CONCURRENCY) / run.done_per_s) * 1000;
  expect(run.latency_ms!.p99).toBeLessThan(4 * fullQueueMs);
  // Under a millisecond on a machine that does nothing else: bench/overload.mjs shows it.
  expect(run.busy_ms!.p50).toBeLessThan(10);

  // Memory stays where it was after the first quarter.
  const most = (slices: typeof run.series) => Math.max(...slices.map(({ rss_bytes }) => rss_bytes ?? 0));
  expect(most(quarters[3]!)).toBeLessThan(most(quarters[1]!) + 48 * MIB);

  // Afterwards all is as before.
  expect(after.done_per_s).toBeGreaterThan(0.8 * before.done_per_s);
  expect(broker.stats()).toMatchObject({ running: 0, queued: 0 });
  await broker.close();
  expect(processesWith(`sleep ${SLEEP}`)).toEqual([]);
}, 180_000);
