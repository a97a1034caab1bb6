import { describe, expect, it } from "vitest";
import { run } from "../support.js";

describe("the choice of lines", () => {
  it("shows what was done when an error came, the line directly above it", async () => {
    const jobs = Array.from({ length: 500 }, (_, i) =>
      i % 200 === 150
        ? `Loading page P-${i} of shelf ${i % 7}\n${i === 150 ? "Parse error: no title" : "Binding failed: spine not found"}\n`
        : `Loading page P-${i} of shelf ${i % 7}\nKept ${i % 4} notes\n`,
    );
    const { stdout } = await run({ stdout: jobs.join("") });
    for (const i of [150, 350])
      expect(stdout).toContain(
        `Loading page P-${i} of shelf ${i % 7}\n${i === 150 ? "Parse error" : "Binding failed"}`,
      );
  });

  it("shows which of many failed, though each has a message that stands alone", async () => {
    const all = "apple birch cedar daisy elder fern grape hazel iris jasmin kiwi lotus".split(" ");
    const told = all.map((name) => `E  ${name} error: ${name} is no ${name} at all\n${`at ${name} step\n`.repeat(14)}`);
    const list = all.map((name) => `FAILED check ${name} - ${name} is wrong\n`).join("");
    const { stdout } = await run({ stdout: `${told.join("\n")}\n${list}=== 12 failed ===\n` }, { tokens: 800 });
    expect(stdout).toContain(list);
  });

  it("shows the one number that is longer than those of a thousand lines alike, but none where they vary freely", async () => {
    const took = (ms: (i: number) => number) =>
      Array.from({ length: 1500 }, (_, i) => `served page in ${ms(i)} ms\n`).join("");
    const odd = await run({ stdout: took((i) => (i === 800 ? 48_211 : 100 + ((i * 37) % 800))) }, { exitCode: 0 });
    expect(odd.stdout).toContain("in 48211 ms");
    const free = await run({ stdout: took((i) => (i % 300 === 299 ? (10 ** (4 + i / 300)) | 0 : 100 + (i % 800))) });
    expect(free.stdout.match(/omitted/g)!.length).toBeLessThan(3);
  });
});
