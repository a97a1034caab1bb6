import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { readMix } from "../../src/bench/index.js";
import { drawSeconds } from "../../src/bench/mix/duration.js";
import { BENCH_TOOLS } from "../../src/bench/mix/mix.js";
import { createPlan } from "../../src/bench/mix/plan.js";
import { arrivalGapMs, createRandom } from "../../src/bench/mix/random.js";
import type { SourceFault } from "../../src/contract/index.js";
import { BrokerError } from "../../src/errors/index.js";
import { makeProject, packageRoot } from "../support/project.js";

const mixes = join(packageRoot, "config/mixes");
const everything = { cancel: true, timeout: true };

async function faultsOf(text: string): Promise<readonly SourceFault[]> {
  const file = makeProject().write("mix.toml", text);
  const error = await readMix(file, ["git_status"]).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BrokerError);
  return (error as BrokerError).fault.details.faults as unknown as readonly SourceFault[];
}

describe("mix files", () => {
  it.each(["agents", "short", "steady", "floods", "stubborn"])("the shipped mix %s is right", async (name) => {
    const mix = await readMix(join(mixes, `${name}.toml`));
    expect(mix.name).toBe(name);
    expect(mix.calls.every(({ expect: statuses }) => statuses !== null)).toBe(true);
  });

  it("knows the shipped tools", () => {
    const { tools } = parse(readFileSync(join(mixes, "tools.toml"), "utf8")) as unknown as {
      tools: { name: string }[];
    };
    expect(tools.map(({ name }) => name).sort()).toEqual([...BENCH_TOOLS].sort());
  });

  it("tells every fault with line and key", async () => {
    const faults = await faultsOf(`
time_scal = 2
[[calls]]
tool = "git_statu"
wieght = 1
[[calls]]
tool = "bench_sleep"
args = { seconds = "{duration}" }
expect = ["sucess"]
`);
    const shown = faults.map(({ line, key, suggestion }) => `${line} ${key} ${suggestion}`);
    expect(shown).toEqual([
      '2 time_scal Did you mean "time_scale"?',
      '5 calls[0].wieght Did you mean "weight"?',
      '9 calls[1].expect[0] Did you mean "success"?',
    ]);
  });

  it("tells what a schema cannot say", async () => {
    const faults = await faultsOf(`
[[calls]]
tool = "git_statu"
duration = 1
[[calls]]
tool = "bench_sleep"
args = { seconds = "{duration}" }
[[calls]]
tool = "bench_sleep"
args = { seconds = "{duration}" }
duration = { median = 2, p90 = 1 }
`);
    expect(faults.map(({ line, key }) => `${line} ${key}`)).toEqual([
      "3 calls[0].tool",
      "4 calls[0].duration",
      "7 calls[1].args",
      "11 calls[2].duration",
    ]);
    expect(faults[0]!.suggestion).toContain("git_status");
  });

  it("names a file that is not there", async () => {
    await expect(readMix("/no/such/mix.toml")).rejects.toThrow("/no/such/mix.toml");
  });
});

describe("durations", () => {
  it("have the quantiles they are described by", () => {
    const random = createRandom(7);
    const duration = { kind: "drawn", median: 0.08, p90: 6, p99: 230, max: 600 } as const;
    const drawn = Array.from({ length: 100_000 }, () => drawSeconds(duration, random)).sort((a, b) => a - b);
    const quantile = (share: number) => drawn[Math.floor(share * drawn.length)]!;
    expect(quantile(0.5) / 0.08).toBeCloseTo(1, 0);
    expect(quantile(0.9) / 6).toBeCloseTo(1, 0);
    expect(quantile(0.99) / 230).toBeCloseTo(1, 0);
    expect(drawn.at(-1)).toBe(600);
    expect(drawn[0]).toBeGreaterThan(0);
  });

  it("arrivals have the mean of their rate and the spread of a Poisson process", () => {
    const random = createRandom(3);
    const gaps = Array.from({ length: 100_000 }, () => arrivalGapMs(random, 50));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    expect(mean).toBeCloseTo(20, 0);
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
  });

  it("random numbers stay within 0 and 1 whatever the seed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (seed) => {
        const random = createRandom(seed);
        const numbers = Array.from({ length: 50 }, random);
        return numbers.every((number) => number >= 0 && number < 1) && new Set(numbers).size > 45;
      }),
    );
  });
});

describe("plan", () => {
  it("makes the same calls for the same seed, in proportion to the weights", async () => {
    const mix = await readMix(join(mixes, "agents.toml"));
    const draw = (seed: number) => {
      const plan = createPlan(mix, { abilities: everything, seed });
      return Array.from({ length: 5000 }, () => plan.next());
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(6)).not.toEqual(draw(5));
    const work = draw(5).filter(({ call }) => call.name === "work").length;
    expect(work / 5000).toBeCloseTo(0.76, 1);
    const callers = new Set(draw(5).map(({ request }) => request.caller));
    expect(callers.size).toBe(8);
  });

  it("puts scaled seconds where {duration} stands, and scales time-outs and cancels", async () => {
    const mix = await readMix(join(mixes, "agents.toml"));
    const plan = createPlan({ ...mix, timeScale: 0.5 }, { abilities: everything, seed: 1 });
    const calls = Array.from({ length: 2000 }, () => plan.next());
    const of = (name: string) => calls.filter(({ call }) => call.name === name);
    const seconds = of("work").map(({ request }) => (request.args as { seconds: number }).seconds);
    expect(seconds.every((value) => typeof value === "number" && value <= 300)).toBe(true);
    expect(of("timeout").every(({ request }) => request.timeout_ms === 5000)).toBe(true);
    expect(of("cancel").every(({ cancelAfterMs }) => cancelAfterMs! > 0 && cancelAfterMs! <= 30_000)).toBe(true);
    expect(
      of("report").every(({ cancelAfterMs, request }) => cancelAfterMs === null && !("timeout_ms" in request)),
    ).toBe(true);
  });
});
