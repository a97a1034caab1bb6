import { describe, expect, it } from "vitest";
import { type BenchOptions, isHonest, runBench } from "../../src/bench/index.js";
import { fakeDoor, oneCall, pause, resultOf } from "./fakes.js";

const options: Omit<BenchOptions, "door"> = {
  mix: oneCall,
  load: { kind: "closed", concurrency: 4 },
  extent: { warmupMs: 0, durationMs: 400, calls: null },
  permits: 4,
  seed: 1,
  patienceMs: 300,
  signal: new AbortController().signal,
};

const answers = async () => {
  await pause(2);
  return resultOf("success");
};

describe("closed loop", () => {
  it("never has more calls under way than senders", async () => {
    let underWay = 0;
    let most = 0;
    const door = fakeDoor(async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await pause(2);
      underWay -= 1;
      return resultOf("success");
    });
    const { runs } = await runBench({ ...options, door });
    expect(most).toBe(4);
    expect(runs[0]!.calls).toMatchObject({ lost: 0, answered_twice: 0, broken: 0, wrong: 0 });
    expect(runs[0]!.done_per_s).toBeGreaterThan(50);
    expect(isHonest(runs[0]!)).toBe(true);
  });

  it("stops after a number of calls and leaves the warm-up out", async () => {
    let sent = 0;
    const door = fakeDoor(() => {
      sent += 1;
      return answers();
    });
    const extent = { warmupMs: 50, durationMs: null, calls: 20 };
    const [run] = (await runBench({ ...options, door, extent })).runs;
    expect(run!.latency_ms!.count).toBeGreaterThanOrEqual(20);
    expect(run!.latency_ms!.count).toBeLessThan(24);
    expect(run!.calls.sent).toBe(sent);
    expect(sent).toBeGreaterThan(run!.latency_ms!.count);
  });

  it("waits as long as a busy answer says, and lets the event loop turn", async () => {
    const busy = { code: "AR_QUEUE_FULL", message: "", hint: null, retryable: true, path: null, details: {} } as const;
    const door = fakeDoor(async () => resultOf("busy", { error: { ...busy, retry_after_ms: 100 } }));
    const [run] = (await runBench({ ...options, door })).runs;
    expect(run!.busy_share).toBe(1);
    expect(run!.calls.sent).toBeLessThanOrEqual(4 * 5);
    expect(run!.latency_ms).toBeNull();
  });
});

describe("open loop", () => {
  it("shows a stall that a closed loop hides: latency counts from the intended start", async () => {
    const makeDoor = () => {
      const stallFrom = performance.now() + 500;
      return fakeDoor(async () => {
        const now = performance.now();
        // Whatever comes within this second is answered at its end.
        if (now > stallFrom && now < stallFrom + 1000) await pause(stallFrom + 1000 - now);
        return resultOf("success");
      });
    };
    const extent = { warmupMs: 0, durationMs: 2000, calls: null };
    // The sender is held up as well: at most one call is under way, as in a client of one thread.
    const load = { kind: "open", ratePerSecond: 200, mostUnderWay: 1 } as const;
    const [open] = (await runBench({ ...options, extent, load, door: makeDoor() })).runs;
    // Half of the calls were due in the stall, and waited half a second on average.
    expect(open!.latency_ms!.p50).toBeLessThan(500);
    expect(open!.latency_ms!.p90).toBeGreaterThan(600);
    expect(open!.latency_ms!.p99).toBeGreaterThan(900);
    const closed = await runBench({ ...options, extent, load: { kind: "closed", concurrency: 1 }, door: makeDoor() });
    expect(closed.runs[0]!.latency_ms!.p99).toBeLessThan(100);
  });

  it("sends at the rate asked for, at random moments, whether or not it is answered", async () => {
    const at: number[] = [];
    const door = fakeDoor(async () => {
      at.push(performance.now());
      await pause(300);
      return resultOf("success");
    });
    const extent = { warmupMs: 0, durationMs: 2000, calls: null };
    const load = { kind: "open", ratePerSecond: 300, mostUnderWay: 10_000 } as const;
    const [run] = (await runBench({ ...options, extent, load, door })).runs;
    // 600 arrivals of a Poisson process: within five standard deviations.
    expect(Math.abs(at.length - 600)).toBeLessThan(5 * Math.sqrt(600));
    expect(run!.asked_per_s).toBeCloseTo(at.length / 2, 5);
    const gaps = at.slice(1).map((time, index) => time - at[index]!);
    expect(gaps.filter((gap) => gap < 1).length).toBeGreaterThan(10);
    expect(gaps.filter((gap) => gap > 6).length).toBeGreaterThan(20);
  });

  it("lets the event loop turn when it is far behind", async () => {
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 1);
    const door = fakeDoor(async () => {
      const until = performance.now() + 1;
      while (performance.now() < until);
      return resultOf("success");
    });
    // Each call takes a millisecond of the loop, four times as many are asked for as it can bear.
    const load = { kind: "open", ratePerSecond: 4000, mostUnderWay: 10_000 } as const;
    await runBench({ ...options, load, door });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });
});

describe("what a run must tell", () => {
  it("counts calls without an answer as lost", async () => {
    let sent = 0;
    const door = fakeDoor(() => {
      sent += 1;
      return sent === 5 ? new Promise(() => {}) : answers();
    });
    const [run] = (await runBench({ ...options, door })).runs;
    expect(run!.calls).toMatchObject({ lost: 1, sent });
    expect(isHonest(run!)).toBe(false);
  });

  it("counts answers that no call waits for", async () => {
    let strays = 3;
    const door = fakeDoor(answers, () => strays);
    const running = runBench({ ...options, door });
    await pause(100);
    strays += 2;
    expect((await running).runs[0]!.calls.answered_twice).toBe(2);
  });

  it("stops and says why when the door breaks", async () => {
    let sent = 0;
    const door = fakeDoor(async () => {
      sent += 1;
      await pause(1);
      if (sent > 8) throw new Error("the pipe is gone");
      return resultOf("success");
    });
    const [run] = (await runBench({ ...options, door, extent: { ...options.extent, durationMs: 60_000 } })).runs;
    expect(run!.calls.broken).toBeGreaterThan(0);
    expect(run!.calls.break_cause).toBe("the pipe is gone");
    expect(sent).toBeLessThan(20);
  });

  it("names answers that are not what the mix says", async () => {
    const call = { ...oneCall.calls[0]!, expect: ["success"] as const, stdoutBytes: 5 };
    const stream = { bytes: 4, lines: 1, shown_lines: 1, encoding: "utf-8" };
    const output = { id: null, stdout: stream, stderr: stream };
    let sent = 0;
    const door = fakeDoor(async () => {
      sent += 1;
      const even = sent % 2 === 0;
      await pause(even ? 5 : 1);
      return even ? resultOf("success", { output }) : resultOf("failed", { exit_code: 3 });
    });
    const mix = { ...oneCall, calls: [call] };
    const [run] = (await runBench({ ...options, door, mix })).runs;
    expect(run!.calls.wrong).toBe(sent);
    expect(run!.wrong_answers[0]).toMatchObject({ call: "t", example: "failed: exit code 3", count: sent });
  });

  it("keeps what was measured when it is stopped, and cancels what is under way", async () => {
    const stop = new AbortController();
    let cancelled = 0;
    const door = fakeDoor(async (_, signal) => {
      await Promise.race([
        pause(50),
        new Promise<void>((resolve) => signal!.addEventListener("abort", () => resolve())),
      ]);
      if (!signal!.aborted) return resultOf("success");
      cancelled += 1;
      return resultOf("cancelled");
    });
    setTimeout(() => stop.abort(), 220);
    const started = performance.now();
    const extent = { ...options.extent, durationMs: 60_000 };
    const [run] = (await runBench({ ...options, door, extent, signal: stop.signal })).runs;
    expect(performance.now() - started).toBeLessThan(5000);
    expect(cancelled).toBe(4);
    expect(run!.statuses.success).toBeGreaterThanOrEqual(8);
    expect(run!.window_ms).toBeLessThan(5000);
  });

  it("leaves out the calls that a door cannot carry, and names them", async () => {
    const base = oneCall.calls[0]!;
    const mix = {
      ...oneCall,
      calls: [
        base,
        { ...base, name: "late", timeout: 1 },
        { ...base, name: "given up", cancelAfter: { kind: "fixed", seconds: 0 } as const },
      ],
    };
    const door = { ...fakeDoor(answers), abilities: { cancel: false, timeout: false } };
    const outcome = await runBench({ ...options, door, mix });
    expect(outcome.leftOut).toEqual(["late", "given up"]);
    expect(outcome.runs[0]!.by_call.map(({ name }) => name)).toEqual(["t"]);
  });
});

describe("ramp", () => {
  it("finds where a broker of known capacity stops keeping up", async () => {
    // 4 permits of 20 ms each and no queue: 200 a second at most, less with arrivals at random.
    let running = 0;
    const door = fakeDoor(async () => {
      if (running >= 4) return resultOf("busy");
      running += 1;
      await pause(20);
      running -= 1;
      return resultOf("success", { duration_ms: 20 });
    });
    const extent = { warmupMs: 100, durationMs: 400, calls: null };
    const { runs, knee } = await runBench({ ...options, door, extent, load: { kind: "ramp" } });
    expect(knee!.capacity_per_s).toBeGreaterThan(100);
    expect(knee!.capacity_per_s).toBeLessThan(205);
    expect(knee!.rate_per_s ?? 0).toBeLessThan(knee!.capacity_per_s);
    const rates = runs.map(({ load }) => (load.kind === "open" ? load.rate_per_s : 0));
    expect(rates).toEqual(rates.toSorted((a, b) => a - b));
    expect(rates.length).toBeGreaterThanOrEqual(9);
    const last = runs.at(-1)!;
    expect(last.asked_per_s).toBeGreaterThan(2 * knee!.capacity_per_s);
    expect(last.done_per_s).toBeLessThan(205);
    expect(last.busy_share).toBeGreaterThan(0.3);
  });
});
