import fc from "fast-check";
import { countTokens } from "gpt-tokenizer/encoding/cl100k_base";
import { describe, expect, it } from "vitest";
import { isMarker, parseMarker, restore } from "../markers.js";
import { CONTROLS, type Printed, rendered, run, storedOf } from "../support.js";

const words = fc.constantFrom(
  "INFO request handled",
  "error: cannot open file",
  "    at main (src/app.js:3:1)",
  "warning: unused variable",
  "compiling module",
  "FAIL test/x.test.ts",
  "ok 12 - adds",
  "",
  "=======",
  "日本語のログ 警告",
  "  nested detail 42",
  "1 failed, 20 passed",
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(words, fc.nat(99)).map(([text, n]) => (text === "" ? "" : `${text} ${n}`)) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 80 }).map((text) => text.replace(/[\r\n]/g, " ")) },
  { weight: 1, arbitrary: fc.nat(3000).map((n) => "long line with words ".repeat(n / 20)) },
);
const stream = fc.tuple(fc.array(line, { maxLength: 150 }), fc.integer({ min: 1, max: 12 }), fc.boolean()).map(
  ([lines, times, feed]) =>
    Array.from({ length: times }, () => lines)
      .flat()
      .join("\n") + (feed ? "\n" : ""),
);
const printed: fc.Arbitrary<Printed> = fc.record({ stdout: stream, stderr: fc.oneof(fc.constant(""), stream) });

const tokensOf = (text: string) => {
  let tokens = 0;
  for (let at = 0; at < text.length; at += 2000)
    tokens += countTokens(text.slice(at, at + 2000), { disallowedSpecial: new Set() });
  return tokens;
};

describe("what is shown", () => {
  it("is verbatim, in order, and with what the markers name makes up everything", async () => {
    await fc.assert(
      fc.asyncProperty(
        printed,
        fc.constantFrom(150, 400, 1500),
        fc.constantFrom(0, 1),
        async (output, tokens, exitCode) => {
          const result = await run(output, { tokens, exitCode });
          const stored = storedOf(output);
          for (const name of ["stdout", "stderr"] as const) {
            expect(await restore(result[name], stored)).toBe(await rendered(output[name]!));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps to the budget, costs no more than everything, and is valid text", async () => {
    await fc.assert(
      fc.asyncProperty(
        printed,
        fc.constantFrom(150, 400, 1500),
        fc.constantFrom(0, 1),
        async (output, tokens, exitCode) => {
          const { stdout, stderr, truncated } = await run(output, { tokens, exitCode });
          const shown = tokensOf(stdout) + tokensOf(stderr);
          expect(shown).toBeLessThanOrEqual(tokens);
          const all = tokensOf(await rendered(output.stdout!)) + tokensOf(await rendered(output.stderr!));
          expect(shown).toBeLessThanOrEqual(all);
          expect(truncated).toBe(`${stdout}\n${stderr}`.split("\n").some(isMarker));
          expect(stdout + stderr).not.toMatch(CONTROLS);
          expect(stdout.isWellFormed() && stderr.isWellFormed()).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("counts so that lines shown and lines left out are all lines", async () => {
    await fc.assert(
      fc.asyncProperty(printed, async (output) => {
        const result = await run(output, { tokens: 300 });
        for (const name of ["stdout", "stderr"] as const) {
          const markers = result[name].split("\n").filter(isMarker).map(parseMarker);
          const leftOut = markers.reduce((sum, { lines }) => sum + (lines ?? 0), 0);
          const { lines, shown_lines } = result.output![name];
          expect(markers.every(({ of }) => of === lines)).toBe(true);
          // A cut within a line may take lines after it along.
          if (markers.every((marker) => marker.lines !== null)) expect(shown_lines + leftOut).toBe(lines);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("is everything when that fits", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 20 }), async (lines) => {
        const text = lines.map((one) => `${one}\n`).join("");
        const result = await run({ stdout: text }, { tokens: 2000 });
        expect(result).toMatchObject({ stdout: text, truncated: false });
        expect(result.output!.stdout).toMatchObject({ lines: lines.length, shown_lines: lines.length });
      }),
    );
  });
});

const noise = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) => `INFO worker ${i % 7} finished job ${from + i} in ${(i * 13) % 90} ms\n`,
  ).join("");

describe("selection", () => {
  it("finds the one error among ten thousand lines, and what belongs to it", async () => {
    const error = "Error: row 17 is not loadable\n    at load (db/store.js:9:3)\n    at main (app.js:2:1)\n";
    const { stdout } = await run({ stdout: noise(0, 6000) + error + noise(6000, 10_000) });
    expect(stdout).toContain(error);
    expect(stdout.length).toBeLessThan(1500);
  });

  it("finds a line that is unlike the others though it names no error", async () => {
    const odd = "certificate for db.example.org has two days left\n";
    const { stdout } = await run({ stdout: noise(0, 900) + odd + noise(900, 2000) }, { exitCode: 0 });
    expect(stdout).toContain(odd);
  });

  it("shows one of each kind of diagnostic rather than many of one", async () => {
    const same = Array.from({ length: 300 }, (_, i) => `src/f${i}.c:${i}:3: warning: unused variable 'v${i}'\n`).join(
      "",
    );
    const { stderr } = await run({ stderr: `${same}src/z.c:9:1: error: unknown type name 'slot_t'\n${same}` });
    expect(stderr).toContain("unknown type name 'slot_t'");
    expect(stderr.match(/unused variable/g)!.length).toBeLessThan(12);
  });

  it("keeps the heading above an indented error", async () => {
    const files = Array.from(
      { length: 60 },
      (_, i) => `/p/f${i}.js\n  1:1  warning  Unexpected var  no-var\n  2:2  warning  Unexpected var  no-var\n\n`,
    );
    files.splice(30, 0, "/p/odd.js\n  7:3  error  'x' is not defined  no-undef\n\n");
    const { stdout } = await run({ stdout: files.join("") }, { tokens: 400 });
    expect(stdout).toContain("/p/odd.js\n  7:3  error");
  });

  it("gives the error stream of a failure more than the chatty one", async () => {
    const trace = Array.from(
      { length: 12 },
      (_, i) => `fatal: step ${"abcdefghijkl"[i]} went wrong for reason ${"zyxwvutsrqpo"[i]}\n`,
    ).join("");
    const { stderr } = await run({ stdout: noise(0, 3000), stderr: trace }, { tokens: 600 });
    expect(stderr).toBe(trace);
  });

  it("shows a success in half of the budget", async () => {
    const unlike = Array.from(
      { length: 3000 },
      (_, i) => `${"qwertyuiop"[i % 10]}${"asdfghjkl"[i % 9]}${"zxcvbnm"[i % 7]} ${i.toString(36)} stands here\n`,
    ).join("");
    const { stdout } = await run({ stdout: unlike }, { tokens: 2000, exitCode: 0 });
    expect(tokensOf(stdout)).toBeLessThanOrEqual(1000);
  });

  it("cuts within a line that is too long, at characters a reader can ask for", async () => {
    const text = `${"word and number 12345 ".repeat(5000)}FATAL: the needle${" and more words 678".repeat(5000)}\nlast\n`;
    const result = await run({ stdout: text });
    expect(result.stdout).toContain("FATAL: the needle");
    expect(await restore(result.stdout, storedOf({ stdout: text }))).toBe(text);
  });

  it("does not take a failure's words for its status", async () => {
    const result = await run({ stdout: "ERROR: fatal\nFAILED\n" }, { exitCode: 0 });
    expect(result.status).toBe("success");
  });
});
