import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { isMarker, restore } from "./markers.js";
import { CONTROLS, rendered, run, storedOf } from "./support.js";

const ROOT = join(import.meta.dirname, "../corpus");

interface Case {
  readonly id: string;
  readonly split: string;
  readonly exit_code: number | null;
  readonly key_facts: readonly (string | { readonly any: readonly string[] })[];
  readonly must: readonly number[];
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

const folders = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const cases: readonly Case[] = folders.map(({ name: id }) => {
  const read = (file: string) => readFileSync(join(ROOT, id, file));
  return { ...JSON.parse(read("meta.json").toString()), stdout: read("stdout.bin"), stderr: read("stderr.bin") };
});

const folded = (text: string) => text.replace(/\s+/g, " ");
const tokensOf = (text: string) => {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 2000)
    tokens += countTokens(text.slice(at, at + 2000), { disallowedSpecial: new Set() });
  return tokens;
};
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

async function score(kase: Case, tokens: number) {
  const { stdout, stderr } = kase;
  const result = await run({ stdout, stderr }, { tokens, exitCode: kase.exit_code ?? 137 });
  const seen = folded(`${result.stdout}\n${result.stderr}`);
  const kept = kase.key_facts.map((fact) =>
    (typeof fact === "string" ? [fact] : fact.any).some((one) => seen.includes(folded(one))),
  );
  return {
    id: kase.id,
    facts: kept.length === 0 ? 1 : kept.filter(Boolean).length / kept.length,
    must: kase.must.every((index) => kept[index]) ? 1 : 0,
    tokens: tokensOf(result.stdout) + tokensOf(result.stderr),
    result,
  };
}

/** What `bench/output` reports in full; see docs/output.md. */
describe("the corpus", () => {
  it("has cases enough, and some held apart", () => {
    expect(cases.length).toBeGreaterThan(100);
    expect(cases.filter(({ split }) => split === "held").length).toBeGreaterThan(cases.length / 4);
  });

  it.each([
    { tokens: 1000, facts: 0.96, must: 0.95, mean: 450 },
    { tokens: 2000, facts: 0.98, must: 0.98, mean: 750 },
  ])("keeps what must be seen at $tokens tokens", async (least) => {
    const scores = await Promise.all(cases.map((kase) => score(kase, least.tokens)));
    expect(mean(scores.map(({ facts }) => facts))).toBeGreaterThanOrEqual(least.facts);
    expect(mean(scores.map(({ must }) => must))).toBeGreaterThanOrEqual(least.must);
    expect(mean(scores.map(({ tokens }) => tokens))).toBeLessThanOrEqual(least.mean);
    expect(scores.filter(({ tokens }) => tokens > least.tokens)).toEqual([]);
  });

  it.each(cases.map((kase) => [kase.id, kase] as const))(
    "%s: honest, clean, and made up again by its markers",
    async (_, kase) => {
      const { result } = await score(kase, 500);
      const stored = storedOf(kase, 64 * 1024);
      const shown = `${result.stdout}\n${result.stderr}`;
      expect(shown).not.toMatch(CONTROLS);
      expect(shown.isWellFormed()).toBe(true);
      const marked = shown.split("\n").some((line) => isMarker(line.replace(/^\s*"/, "")));
      expect(marked).toBe(result.truncated);
      // Binary data is read back raw, and an outline of JSON has line feeds of its own.
      if (/binary/.test(result.output!.stdout.encoding ?? "") || /^\s*"\[agent-reach/m.test(shown)) return;
      for (const stream of ["stdout", "stderr"] as const) {
        expect(await restore(result[stream], stored)).toBe(await rendered(kase[stream]));
      }
    },
  );
});
