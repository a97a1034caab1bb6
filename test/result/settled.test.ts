import { isUtf8 } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SCREEN_BYTES } from "../../src/result/decode/index.js";
import type { Row } from "../../src/result/render/index.js";
import { RowReader } from "../../src/result/rows.js";
import { Skimmer } from "../../src/result/skim.js";
import { CONTROLS, rendered, rowsOf } from "./support.js";

const MEGABYTE = 1024 * 1024;

/** What tools print over and over, and what nobody should. */
const UNITS: readonly Buffer[] = [
  "INFO request took 12 ms\n",
  "\n",
  "a\n",
  "\rprogress 12%",
  "\r",
  "error: disk full\rok\r",
  "error: disk full\r\x1b[K",
  "ab\b\b",
  "\x1b[3A\x1b[2Kline\n",
  "\x1b[H\x1b[Jframe\nof two\n",
  "\x1b]0;title",
  "\x1b[31m",
  "\x1b[2",
  "\x9b2J",
  "\0",
  "page\f\vpage\n",
  "\x1b7saved\x1b8\x1bM\x1bD\x1bE\n",
  "one long line, ",
  "世界, ",
  "👍🏽",
  "👍 done\r\n",
  "fatal: it broke\n",
]
  .map((text) => Buffer.from(text))
  .concat([
    Buffer.from([0xff, 0xfe, 0x81]),
    Buffer.from([0x01, 0x02, 0x0a]),
    Buffer.from("b4edcef33a20d5d2b2bbb5bd0a", "hex"),
    Buffer.from("b4edcef33a20", "hex"),
    Buffer.from([0xe4, 0xb8, 0x41, 0xf0, 0x9f]),
  ]);

/** A unit over and over, in whole units. */
const filled = (unit: Buffer, bytes: number) => Buffer.alloc(Math.ceil(bytes / unit.length) * unit.length, unit);

/** The rows that are left of a long stream when it is skimmed. */
async function skimmed(data: Buffer, pieceBytes: number, encoding = "auto"): Promise<Row[]> {
  const reader = new RowReader(encoding);
  const counts = { bytes: data.length, lines: Number.POSITIVE_INFINITY };
  const skimmer = new Skimmer({ ...counts } as ConstructorParameters<typeof Skimmer>[0], () => reader.wideEncoding);
  const rows: Row[] = [];
  for (let at = 0; at < data.length; at += pieceBytes) {
    const piece = { kind: "bytes", stream: "stdout", data: data.subarray(at, at + pieceBytes) } as const;
    for (const part of skimmer.write(piece)) for (const row of await reader.write(part)) rows.push(row);
  }
  for (const part of skimmer.end("stdout")) for (const row of await reader.write(part)) rows.push(row);
  return [...rows, ...(await reader.end())];
}

/** The text of the lines that are wanted, as far as they have one. */
function linesOf(rows: readonly Row[], wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const lines = new Map<number, string[]>();
  for (const row of rows) {
    if (row.kind !== "text" || !wanted.has(row.line)) continue;
    const parts = lines.get(row.line) ?? [];
    if (parts.length === 0) lines.set(row.line, parts);
    parts.push(row.text);
  }
  return new Map([...lines].map(([line, parts]) => [line, parts.join("")]));
}

const lastLine = (rows: readonly Row[]) => {
  const last = rows.at(-1);
  return last?.kind === "text" ? last.line : last?.toLine;
};

/** Whoever skims names the same lines and characters as who reads everything. */
async function expectSame(data: Buffer, pieceBytes: number, encoding = "auto", mixed = false): Promise<void> {
  const all = await rowsOf(data, encoding, 1 << 18);
  const some = await skimmed(data, pieceBytes, encoding);
  expect(lastLine(some)).toBe(lastLine(all));
  // What is damaged is told from binary data by the lines around it, of which who skims has fewer.
  if (mixed && !isUtf8(data)) return;
  const lines = linesOf(all, new Set(some.map(({ line }) => line)));
  const wrong = some.find(
    (row) => row.kind === "text" && lines.get(row.line)?.slice(row.start, row.start + row.text.length) !== row.text,
  );
  expect(wrong).toBeUndefined();
  expect(some.find((row) => row.kind === "text" && CONTROLS.test(row.text))).toBeUndefined();
}

describe("a stream that settles", () => {
  it.each([...UNITS.keys()])("is counted alike by who skims and who reads: only unit %i", async (index) => {
    await expectSame(filled(UNITS[index]!, 3.5 * MEGABYTE), 256 * 1024);
  });

  it("is counted alike whatever stands where", async () => {
    const segment = fc.record({
      unit: fc.constantFrom(...UNITS),
      bytes: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1000, max: 150_000 })),
    });
    const line = fc.constantFrom(...UNITS.filter((unit) => !unit.includes(0x0a)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { minLength: 2, maxLength: 6 }),
        fc.array(segment, { minLength: 2, maxLength: 8 }),
        line,
        fc.constantFrom(0, 300_000, 1_200_000),
        fc.integer({ min: -70_000, max: 70_000 }),
        fc.constantFrom(1000, 4096, 65_536, 262_144, 1_000_003),
        async (before, after, unit, length, shift, pieceBytes) => {
          const join = (segments: typeof before) =>
            Buffer.concat(segments.map(({ unit, bytes }) => filled(unit, bytes)));
          const [first, second] = [join(before), join(after)];
          const long = filled(unit, length);
          const plain = Math.max(0, SCREEN_BYTES - first.length + shift);
          await expectSame(
            Buffer.concat([filled(UNITS[0]!, plain), first, second, long, second, filled(UNITS[0]!, 400_000)]),
            pieceBytes,
            "auto",
            true,
          );
        },
      ),
      { numRuns: 10, interruptAfterTimeLimit: 40_000 },
    );
  });

  it("is counted alike where the screen is erased, however much above it is still held", async () => {
    const unit = (text: string) => UNITS.find((candidate) => candidate.equals(Buffer.from(text)))!;
    const [log, moves] = [UNITS[0]!, unit("\x1b7saved\x1b8\x1bM\x1bD\x1bE\n")];
    const erased = Buffer.concat([unit("\x9b2J"), filled(log, 1000)]);
    const first = Buffer.concat([filled(moves, 1985), filled(log, 1000)]);
    const plain = filled(log, SCREEN_BYTES - first.length - 2312);
    await expectSame(Buffer.concat([plain, first, erased, erased, filled(log, 400_000)]), 1000);
  });

  it.each(["utf-16le", "utf-16be"])("counts the lines and characters of %s", async (encoding) => {
    const wide = (text: string) => {
      const bytes = Buffer.from(text, "utf16le");
      return encoding === "utf-16be" ? bytes.swap16() : bytes;
    };
    const lines = filled(wide("строка 12 line 👍 Ċ\r\n"), 3 * MEGABYTE);
    const line = filled(wide('{"id":"👍世"},'), 3 * MEGABYTE);
    for (const pieceBytes of [4097, 262_144]) await expectSame(Buffer.concat([lines, line, lines]), pieceBytes);
  });

  it("keeps an overwritten error in its line", async () => {
    const text = await rendered(`${"x\n".repeat(SCREEN_BYTES / 2)}error: disk full\rok\nplain\rnext\n`);
    expect(text.slice(SCREEN_BYTES)).toBe("error: disk full\u240dok\nnextn\n");
  });

  it("lets the cursor out of its line before, and not after", async () => {
    const draw = "one\ntwo\n\x1b[2A\x1b[2Kthree\n";
    expect(await rendered(draw)).toBe("three\ntwo\n");
    const text = await rendered(`${"x\n".repeat(SCREEN_BYTES / 2)}${draw}`);
    expect(text.slice(SCREEN_BYTES)).toBe("one\ntwo\nthree\n");
  });

  it("shows what acts in a very long line as symbols", async () => {
    const text = await rendered(`${"x\n".repeat(SCREEN_BYTES / 2)}${"y".repeat(600_000)}\x1b[1mz\rend\nnext\rlast\n`);
    expect(text.slice(SCREEN_BYTES + 600_000)).toBe("\u241b[1mz\u240dend\nlast\n");
  });
});
