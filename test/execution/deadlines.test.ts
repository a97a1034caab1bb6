import { describe, expect, it } from "vitest";
import { type DrainBounds, drainDeadline } from "../../src/execution/deadlines.js";
import type { RunProcess } from "../../src/execution/run-process.js";
import { FakeClock } from "./fake-clock.js";

const BOUNDS = { ms: 300, longestMs: 2000 };

/** When reading is given up, for a run that prints at these times and waits for its capture in this span. */
async function givenUpAt(bounds: DrainBounds, prints: readonly number[], paused: readonly [number, number] = [0, 0]) {
  const clock = new FakeClock();
  const begin = clock.now();
  const process = { paused: false, lastOutputAt: begin };
  let at: number | null = null;
  drainDeadline(clock, process as unknown as RunProcess, bounds, () => {
    at = clock.now() - begin;
  });
  for (let ms = 0; ms < 3000 && at === null; ms += 10) {
    process.paused = ms >= paused[0] && ms < paused[1];
    if (process.paused || prints.includes(ms)) process.lastOutputAt = clock.now();
    await clock.advance(10);
  }
  return at;
}

const every = (ms: number, until: number) => Array.from({ length: until / ms }, (_, index) => index * ms);

describe("reading on after the leader's end", () => {
  it("ends in time where somebody may hold the pipe, whatever comes", async () => {
    expect(await givenUpAt({ ...BOUNDS, finite: false }, [])).toBe(300);
    expect(await givenUpAt({ ...BOUNDS, finite: false }, every(10, 3000))).toBe(300);
  });

  it("goes on while the capture catches up", async () => {
    const at = await givenUpAt({ ...BOUNDS, finite: false }, [], [200, 800]);
    expect(at).toBeGreaterThan(800);
    expect(at).toBeLessThan(1000);
  });

  it("goes on where nobody is left to write, as long as the rest comes, and not for ever", async () => {
    const at = await givenUpAt({ ...BOUNDS, finite: true }, every(400, 1201));
    expect(at).toBeGreaterThan(1200);
    expect(at).toBeLessThan(2000);
    expect(await givenUpAt({ ...BOUNDS, finite: true }, every(10, 3000))).toBe(2000);
  });
});
