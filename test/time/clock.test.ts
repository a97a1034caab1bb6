import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/time/clock.js";

const DAY_MS = 86_400_000;

describe("the system clock, in real time", () => {
  it("never calls back early", async () => {
    const waits = Array.from({ length: 40 }, (_, index) => index * 0.7);
    const early = await Promise.all(
      waits.map(
        (ms) =>
          new Promise<number>((resolve) => {
            const start = systemClock.now();
            systemClock.after(ms, () => resolve(systemClock.now() - start - ms));
          }),
      ),
    );
    expect(Math.min(...early)).toBeGreaterThanOrEqual(0);
  });

  it("does not go by the wall clock", async () => {
    const real = Date.now;
    const start = systemClock.now();
    try {
      Date.now = () => real() - 3_600_000;
      await new Promise<void>((resolve) => systemClock.after(20, resolve));
    } finally {
      Date.now = real;
    }
    expect(systemClock.now() - start).toBeGreaterThanOrEqual(20);
    expect(systemClock.now() - start).toBeLessThan(2000);
  });

  it("does not call back what was cancelled, also twice and also afterwards", async () => {
    let called = 0;
    const first = systemClock.after(5, () => called++);
    first.cancel();
    first.cancel();
    await new Promise<void>((resolve) => systemClock.after(20, resolve));
    expect(called).toBe(0);
    const second = systemClock.after(0, () => called++);
    await new Promise<void>((resolve) => systemClock.after(5, resolve));
    second.cancel();
    expect(called).toBe(1);
  });
});

describe("the system clock, over long times", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("calls back after thirty days and not before, though Node's own timers fire at once above 2^31 ms", () => {
    const called = vi.fn();
    systemClock.after(30 * DAY_MS, called);
    vi.advanceTimersByTime(30 * DAY_MS - 1);
    expect(called).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(called).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("can be cancelled after part of it", () => {
    const called = vi.fn();
    const timer = systemClock.after(60 * DAY_MS, called);
    vi.advanceTimersByTime(40 * DAY_MS);
    timer.cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(40 * DAY_MS);
    expect(called).not.toHaveBeenCalled();
  });
});
