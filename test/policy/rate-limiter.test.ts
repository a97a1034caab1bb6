import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RateLimiter } from "../../src/policy/index.js";
import { HandClock } from "./hand-clock.js";

describe("RateLimiter", () => {
  it("lets a minute's calls through at once, then as many as flow in", () => {
    const clock = new HandClock();
    const limiter = new RateLimiter(3, clock);
    expect([1, 2, 3].map(() => limiter.take("a").kind)).toEqual(["within", "within", "within"]);
    expect(limiter.take("a")).toEqual({ kind: "exceeded", callsPerMinute: 3, retryAfterMs: 20_000 });
    clock.ms += 19_999;
    expect(limiter.take("a")).toMatchObject({ kind: "exceeded", retryAfterMs: 1 });
    clock.ms += 1;
    expect(limiter.take("a").kind).toBe("within");
    expect(limiter.take("a").kind).toBe("exceeded");
    clock.ms += 3_600_000;
    expect([1, 2, 3, 4].map(() => limiter.take("a").kind)).toEqual(["within", "within", "within", "exceeded"]);
  });

  it("counts each caller by itself, and those without a name together", () => {
    const limiter = new RateLimiter(1, new HandClock());
    expect(limiter.take("a").kind).toBe("within");
    expect(limiter.take("b").kind).toBe("within");
    expect(limiter.take(null).kind).toBe("within");
    expect(limiter.take(null).kind).toBe("exceeded");
    expect(limiter.take("a").kind).toBe("exceeded");
  });

  it("counts nothing when it is only asked", () => {
    const limiter = new RateLimiter(1, new HandClock());
    for (let n = 0; n < 5; n++) expect(limiter.peek("a").kind).toBe("within");
    limiter.take("a");
    expect(limiter.peek("a").kind).toBe("exceeded");
  });

  it("has no limit when none is set", () => {
    const limiter = new RateLimiter(null, new HandClock());
    for (let n = 0; n < 10_000; n++) expect(limiter.take("a").kind).toBe("within");
  });

  it("keeps a bounded number of callers, the last used", () => {
    const limiter = new RateLimiter(1, new HandClock(), 2);
    for (const caller of ["a", "b", "a", "c"]) limiter.take(caller);
    // c pushed out b, which had been quiet longest.
    expect(limiter.peek("a").kind).toBe("exceeded");
    expect(limiter.peek("c").kind).toBe("exceeded");
    expect(limiter.peek("b").kind).toBe("within");
  });

  it("never lets more through than one minute's calls and what flowed in, and lets through after the wait it names", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.nat(5000), { maxLength: 200 }), (perMinute, waits) => {
        const clock = new HandClock();
        const limiter = new RateLimiter(perMinute, clock);
        const start = clock.ms;
        let through = 0;
        for (const wait of waits) {
          clock.ms += wait;
          const verdict = limiter.take("a");
          if (verdict.kind === "within") through++;
          else {
            clock.ms += verdict.retryAfterMs;
            expect(limiter.peek("a").kind).toBe("within");
          }
          expect(through).toBeLessThanOrEqual(perMinute + ((clock.ms - start) * perMinute) / 60_000 + 1e-6);
        }
      }),
    );
  });
});
