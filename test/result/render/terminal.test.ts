import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CONTROLS, rendered, rowsOf } from "../support.js";

describe("Terminal", () => {
  it.each([
    ["a progress line in its last state", "\r 1%\r 50%\r100%\ndone\n", "100%\ndone\n"],
    ["a shorter text over a longer one", "abcdef\rxy\n", "xycdef\n"],
    ["backspaces", "wait |\b/\b-\b\\\n", "wait \\\n"],
    ["CRLF", "a\r\nb\r\n", "a\nb\n"],
    ["colours and titles", "\x1b[1;31mred\x1b[0m \x1b]0;title\x07it’s\x1b[K\n", "red it’s\n"],
    ["clipboard and link sequences", "\x1b]52;c;eA==\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\n", "ab\n"],
    ["C1 controls", "a\u009b31mb\u009dtitle\u009cc\u0085d\n", "abc\nd\n"],
    ["rows redrawn by cursor up", "a 1\nb 1\n\x1b[2A\x1b[2Ka 2\n\x1b[2Kb 2\n", "a 2\nb 2\n"],
    ["erasing to the end", "long line\r\x1b[4Ck\x1b[K\n", "longk\n"],
    ["erasing below", "one\ntwo\nthree\n\x1b[2A\x1b[Jnew\n", "one\nnew\n"],
    ["columns", "name\x1b[12Gsize\n", "name       size\n"],
    ["wide characters", "下载 50%\rdone\n", "done 50%\n"],
    ["a new screen below the old one", "old\n\x1b[2J\x1b[Hnew\n", "old\nnew\n"],
    ["NULs, each run as one symbol", "A=1\0B=2\0\0\0C\n", "A=1␀B=2␀C\n"],
    ["no line feed at the end", "a\nb", "a\nb"],
    ["nothing", "", ""],
  ])("shows %s", async (_, printed, shown) => {
    expect(await rendered(printed)).toBe(shown);
  });

  it("keeps an overwritten error on a line of its own", async () => {
    const printed = "\rpull 10%\rpull ERROR: no space left on device\r\x1b[Kpull 100%\nok\n";
    expect(await rendered(printed)).toBe("pull ERROR: no space left on device\npull 100%\nok\n");
  });

  it("does not keep an error count that only changes its number", async () => {
    expect(await rendered("\rerrors: 1\rerrors: 2\rerrors: 3\n")).toBe("errors: 3\n");
  });

  it("lets a sequence without an end not take the text after it along", async () => {
    expect(await rendered("\x1b]0;open\nERROR: x\n")).toContain("ERROR: x\n");
    expect(await rendered("\x1b[31\nERROR: y\n")).toContain("ERROR: y\n");
    expect(await rendered("cut \x1b[3")).toBe("cut ");
  });

  it("counts lines as line feeds do where nothing moves the cursor", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.stringMatching(/^[ -~é世]{0,40}$/)), async (lines) => {
        const rows = await rowsOf(lines.map((line) => `${line}\n`).join(""));
        expect(rows.map((row) => row.kind === "text" && row.text)).toEqual(lines);
        expect(rows.map((row) => row.line)).toEqual(lines.map((_, i) => i + 1));
        expect(rows.map((row) => row.rawFrom)).toEqual(lines.map((_, i) => i + 1));
      }),
    );
  });

  it("says which raw lines a row was printed by", async () => {
    const rows = await rowsOf("a 1\nb 1\n\x1b[2Aa 2\nb 2\nend\n");
    expect(rows.map(({ rawFrom, rawTo }) => [rawFrom, rawTo])).toEqual([
      [1, 3],
      [2, 4],
      [3, 5],
    ]);
  });

  const sequence = fc.constantFrom(
    ..."\r \n \b \t \x1b[A \x1b[2B \x1b[3C \x1b[2D \x1b[K \x1b[2K \x1b[J \x1b[2J \x1b[H \x1b[5;9H \x1b7 \x1b8 \x1b[1P \x1b]0;t\x07 \x1b]0;t \x1b[31m \x1bM \x1bc \0 \u009b \x7f 世 é e\u0301 😀 error".split(
      " ",
    ),
    " ",
    "text",
    "\x1b[300A",
    "row\n".repeat(150),
    "\n".repeat(230),
  );
  const printed = fc.array(sequence, { maxLength: 60 }).map((parts) => parts.join(""));

  it("never lets a control through, and cleans what is clean no further", async () => {
    await fc.assert(
      fc.asyncProperty(printed, async (text) => {
        const shown = await rendered(text);
        expect(shown).not.toMatch(CONTROLS);
        expect(shown.isWellFormed()).toBe(true);
        expect(await rendered(shown)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  it("shows the same whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(printed, fc.integer({ min: 1, max: 9 }), async (text, chunk) => {
        expect(await rendered(text, "auto", chunk)).toBe(await rendered(text));
      }),
    );
  });

  it("cuts a very long line into rows that add up to it", async () => {
    const line = "0123456789".repeat(20_000);
    const rows = await rowsOf(`${line}\nnext\n`);
    const first = rows.filter((row) => row.line === 1);
    expect(first.length).toBeGreaterThan(2);
    expect(first.map((row) => row.kind === "text" && row.text).join("")).toBe(line);
    expect(first.at(-1)!.ends).toBe(true);
    expect(rows.at(-1)).toMatchObject({ line: 2, text: "next" });
  });
});
