import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageRoot } from "../support/project.js";

const load = (file: string) => import(join(packageRoot, "bench", file));

describe("checks of the peers", async () => {
  const { check } = await load("peers/check.mjs");
  const job = { id: 1, argv: [], timeoutMs: 500, graceMs: 300 };
  const right = { id: 1, code: 0, signal: null, timedOut: false, bytes: 5, ms: 10 };
  const clean = { unanswered: 0, wrongEnd: 0, lostOutput: 0, overran: 0 };

  it("find nothing wrong with what is right", () => {
    expect(check([{ ...job, right: { code: 0, bytes: 5 } }], [right])).toEqual(clean);
    const stopped = { ...right, code: null, signal: "SIGKILL", timedOut: true, ms: 1200 };
    expect(check([{ ...job, right: { timeout: true, bytes: 5 } }], [stopped])).toEqual(clean);
    const killed = { ...right, code: 137 };
    expect(check([{ ...job, right: { signal: "SIGKILL", bytes: 5 } }], [killed])).toEqual(clean);
  });

  it("count each way to be wrong", () => {
    const jobs = [{ ...job, right: { code: 0, bytes: 5 } }];
    const counts = (result: object) => check(jobs, [{ ...right, ...result }]);
    expect(check(jobs, [])).toEqual({ ...clean, unanswered: 1 });
    expect(counts({ code: 1 })).toEqual({ ...clean, wrongEnd: 1 });
    expect(counts({ timedOut: true })).toEqual({ ...clean, wrongEnd: 1 });
    expect(counts({ bytes: 4 })).toEqual({ ...clean, lostOutput: 1 });
    // Ends by itself before its time-out, so that the grace is no excuse.
    expect(counts({ ms: 1100 })).toEqual({ ...clean, overran: 1 });
  });
});

describe("numbers", async () => {
  const { median, round, slope } = await load("lib/numbers.mjs");

  it("tell how a cost grows", () => {
    const sizes = [10, 100, 1000, 10_000];
    expect(slope(sizes.map((n) => [n, 7]))).toBeCloseTo(0);
    expect(slope(sizes.map((n) => [n, 3 * n]))).toBeCloseTo(1);
    expect(slope(sizes.map((n) => [n, n * n]))).toBeCloseTo(2);
  });

  it("have three figures", () => {
    expect([0.01234, 1.234, 1234.5, 0, null].map(round)).toEqual(["0.012", "1.23", "1,235", "0", "–"]);
    expect(median([3, 1, 2])).toBe(2);
  });
});

describe("tables", async () => {
  const { formatTable, markdownTable } = await load("lib/tables.mjs");
  const table = { title: "T", head: ["a", "bb"], rows: [["1", "x|y"]], notes: ["n"] };

  it("are set for a terminal and for a page", () => {
    expect(formatTable(table)).toBe("T\na  bb\n1  x|y\n  n\n");
    expect(markdownTable(table)).toBe("**T**\n\n| a | bb |\n| --- | --- |\n| 1 | x\\|y |\n\nn\n");
  });
});
