import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restore } from "./markers.js";
import { OUTPUT_ID, rendered, run, storedOf } from "./support.js";

const KEEP = 64 * 1024;
const MEGABYTE = 1024 * 1024;

/** Lines of one kind, as long as asked for. */
function lines(bytes: number, line: (i: number) => string): string {
  const parts: string[] = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    parts.push(line(i));
    length += parts.at(-1)!.length;
  }
  return parts.join("");
}

const show = (text: string) => {
  const stdout = Buffer.from(text);
  return run({ stdout }, { keep: KEEP, stored: storedOf({ stdout }, KEEP) });
};

const plain = (i: number) => `INFO request ${i} took ${i % 90} ms\n`;

describe("skimming an output of many megabytes", () => {
  it.each([
    ["plain lines", plain],
    ["colours and CRLF", (i: number) => `\x1b[32mINFO\x1b[0m request ${i} took ${i % 90} ms\r\n`],
    ["other scripts", (i: number) => `信息 请求 ${i} 用时 ${i % 90} 毫秒\n`],
  ])("counts the lines it does not read: %s", async (_, line) => {
    const text = `${lines(3 * MEGABYTE, line)}FATAL: disk quota exceeded\n${lines(3 * MEGABYTE, line)}`;
    const result = await show(text);
    expect(result.stdout).toContain("FATAL: disk quota exceeded\n");
    expect(result.output!.stdout.lines).toBe(text.split("\n").length - 1);
    expect(await restore(result.stdout, storedOf({ stdout: text }, KEEP))).toBe(await rendered(text));
  });

  it("finds a line unlike the others that names no trouble", async () => {
    const odd = "certificate of db.example.org has two days left\n";
    const { stdout } = await show(lines(3 * MEGABYTE, plain) + odd + lines(3 * MEGABYTE, plain));
    expect(stdout).toContain(odd);
  });

  it("finds the fatal one among errors that are everywhere", async () => {
    const errors = lines(3 * MEGABYTE, (i) => `error: thing ${i} failed at src/f${i}.c:${i}\n`);
    expect((await show(`${errors}FATAL: the cause\n${errors}`)).stdout).toContain("FATAL: the cause\n");
  });

  it("renders what a terminal would act on", async () => {
    const text = `${lines(3 * MEGABYTE, plain)}\rpull 10%\rpull 100%\nend\n${lines(3 * MEGABYTE, plain)}`;
    const result = await show(text);
    expect(result.output!.stdout.lines).toBe(text.split("\n").length - 1);
  });

  it("names the same lines as a reader that skips nothing, whatever stands between", async () => {
    const piece = fc.constantFrom(
      "plain text\n",
      "\x1b[31mred\x1b[0m\n",
      "a\r\n",
      "世界\n",
      "x\ry\n",
      "\n",
      "no feed ",
      "\x1b[2Kz\n",
      "tab\tbed\n",
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const text = `${lines(2.5 * MEGABYTE, plain)}${pieces.join("")}\n${lines(2.5 * MEGABYTE, plain)}`;
        const result = await show(text);
        expect(result.output!.id).toBe(OUTPUT_ID);
        expect(await restore(result.stdout, storedOf({ stdout: text }, KEEP))).toBe(await rendered(text));
      }),
      { numRuns: 4 },
    );
  });
});
