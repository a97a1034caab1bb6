import { describe, expect, it } from "vitest";
import { countTokens } from "../../../src/result/tokens/index.js";
import { isMarker, parseMarker, restore } from "../markers.js";
import { run, storedOf } from "../support.js";

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i + 1)}\n`).join("");

const WORDS = ["alpha", "beta", "gamma", "delta", "core", "util", "net", "io", "db", "ui"];
const LISTS: readonly [string, string][] = [
  ["numbers", many(1000, String)],
  ["a table", `id,name,mail,amount\n${many(500, (i) => `${i},user${i},user${i}@example.org,${(i * 37) % 1000}`)}`],
  [
    "files with sizes",
    many(300, (i) => `-rw-r--r-- 1 root root ${String((i * 371) % 9999).padStart(5)} Jan  5 10:00 file-${i}.txt`),
  ],
  ["paths", many(400, (i) => `./src/${WORDS[i % 10]}/${WORDS[(i * 7) % 9]}-${WORDS[(i * 3) % 10]}/mod${i}.ts`)],
];
const NOISE: readonly [string, string][] = [
  ["one line over and over", many(1000, () => "all work and no play")],
  ["how far something got", many(1000, (i) => `Processing the records of the table, batch ${i}`)],
  ["a log", many(1000, (i) => `2026-01-05T10:00:${10 + (i % 50)} GET /v1/items/${i} 200 ${(i * 13) % 90}ms`)],
];

describe("output of a success that does not fit", () => {
  it.each(LISTS)("is shown from both ends, up to half of the budget, when it is one list: %s", async (_, stdout) => {
    const result = await run({ stdout }, { exitCode: 0, tokens: 2000 });
    const tokens = countTokens(result.stdout);
    expect(tokens).toBeGreaterThan(800);
    expect(tokens).toBeLessThanOrEqual(1000);
    const lines = result.stdout.split("\n");
    const marker = lines.findIndex(isMarker);
    expect(lines.filter(isMarker)).toHaveLength(1);
    expect(parseMarker(lines[marker]!).lines).toBe(result.output!.stdout.lines - result.output!.stdout.shown_lines);
    expect(Math.abs(marker - (lines.length - 2 - marker))).toBeLessThan(4);
    expect(await restore(result.stdout, storedOf({ stdout }))).toBe(stdout);
  });

  it.each(NOISE)("is not filled up when it says the same thing again: %s", async (_, stdout) => {
    const result = await run({ stdout }, { exitCode: 0, tokens: 2000 });
    expect(countTokens(result.stdout)).toBeLessThan(500);
  });

  it("shows what stands out of a list, too", async () => {
    const odd = "checksum mismatch in file-150.txt";
    const stdout = many(1000, (i) => (i === 500 ? odd : `file-${i}.txt ${i * 7}`));
    expect((await run({ stdout }, { exitCode: 0, tokens: 2000 })).stdout).toContain(odd);
  });
});
