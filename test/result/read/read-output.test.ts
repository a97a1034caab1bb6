import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OutputSelect } from "../../../src/contract/index.js";
import { BrokerError } from "../../../src/errors/index.js";
import { rawOutput, readOutput, streamOutput } from "../../../src/result/index.js";
import { follow, isMarker, parseMarker } from "../markers.js";
import { query, run, storedOf } from "../support.js";

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join("");
const at = (line: number, character: number | null = null) => ({ line, character });
const range = (from: number, to: number | null): OutputSelect => ({
  kind: "range",
  from: at(from),
  to: to === null ? null : at(to),
});

async function collect(pieces: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const piece of pieces) parts.push(Buffer.from(piece));
  return Buffer.concat(parts);
}

describe("readOutput", () => {
  const stored = storedOf({ stdout: numbered(200), stderr: "warn 1\nerror 2\n" });

  it("reads a range, both ends included", async () => {
    const page = await readOutput(stored, query(range(13, 15)));
    expect(page.text).toBe("line 13\nline 14\nline 15\n");
    expect(page).toMatchObject({ id: stored.id, encoding: "utf-8", next: null });
  });

  it("reads to the end without `to`, and nothing past it", async () => {
    expect((await readOutput(stored, query(range(199, null)))).text).toBe("line 199\nline 200\n");
    expect((await readOutput(stored, query(range(201, 300)))).text).toBe("");
  });

  it("reads part of a line", async () => {
    const select: OutputSelect = { kind: "range", from: at(1, 3), to: at(2, 4) };
    expect((await readOutput(stored, query(select))).text).toBe("ne 1\nline");
  });

  it("finds a pattern with context, as grep -n prints it", async () => {
    const page = await readOutput(stored, query({ kind: "grep", pattern: "9[89]$", context: 1 }));
    expect(page.text).toBe(
      "97-line 97\n98:line 98\n99:line 99\n100-line 100\n--\n197-line 197\n198:line 198\n199:line 199\n200-line 200\n",
    );
  });

  it("names the stream when both are searched", async () => {
    const page = await readOutput(stored, query({ kind: "grep", pattern: "error|line 7$", context: 0 }, null));
    expect(page.text.split("\n").sort()).toEqual(["", "stderr:2:error 2", "stdout:7:line 7"]);
  });

  it("reads the last lines", async () => {
    expect((await readOutput(stored, query({ kind: "tail", lines: 2 }))).text).toBe("line 199\nline 200\n");
    expect((await readOutput(stored, query({ kind: "tail", lines: 9 }, "stderr"))).text).toBe("warn 1\nerror 2\n");
  });

  it("reads any number of last lines of both streams, however long they are, in the order in which they came", async () => {
    const line = fc.oneof(
      fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 3 }),
      fc.constant("x".repeat(70_000)),
    );
    const lines = fc.array(line, { maxLength: 8 }).map((all) => all.map((one) => `${one}\n`).join(""));
    await fc.assert(
      fc.asyncProperty(lines, lines, fc.integer({ min: 1, max: 20 }), async (stdout, stderr, count) => {
        const both = storedOf({ stdout, stderr }, 7);
        const whole = await readOutput(both, query({ kind: "all" }, null), Number.MAX_SAFE_INTEGER);
        const last = await readOutput(both, query({ kind: "tail", lines: count }, null), Number.MAX_SAFE_INTEGER);
        const name = (one: { stream: string; line: number }) => `${one.stream} ${one.line}`;
        const expected = [...new Set(whole.lines.map(name))].slice(-count);
        expect([...new Set(last.lines.map(name))]).toEqual(expected);
        expect(last.lines).toEqual(whole.lines.filter((one) => expected.includes(name(one))));
      }),
      { numRuns: 40 },
    );
  });

  it("goes on with a search where the page before ended", async () => {
    const select = { kind: "grep" as const, pattern: "[02468]$", context: 1 };
    const whole = await readOutput(stored, query(select));
    const lines: string[] = [];
    let from: { line: number; character: number | null } | null = null;
    for (let pages = 0; pages < 100; pages++) {
      const page = await readOutput(stored, query({ ...select, from }), 90);
      lines.push(...page.lines.map(({ text, ends }) => (ends ? `${text}\n` : text)));
      if (page.next === null) break;
      from = page.next.position;
    }
    expect(lines.join("")).toBe(whole.lines.map(({ text }) => `${text}\n`).join(""));
  });

  it("decodes what the tool declares, unless it is told otherwise", async () => {
    const printed = { ...storedOf({ stdout: Buffer.from([0x82, 0xa0, 0x82, 0xa2, 0x0a]) }), encoding: "cp850" };
    expect((await readOutput(printed, query({ kind: "all" }))).text).toBe("éáéó\n");
    expect((await readOutput(printed, { ...query({ kind: "all" }), encoding: "shift_jis" })).text).toBe("あい\n");
  });

  it("says where to go on when a page is full", async () => {
    let text = "";
    let from = at(1);
    for (let pages = 0; pages < 50; pages++) {
      const page = await readOutput(stored, query({ kind: "range", from, to: null }), 100);
      text += page.text;
      if (page.next === null) break;
      from = page.next.position;
    }
    expect(text).toBe(numbered(200));
  });

  it("takes any pattern in linear time", async () => {
    const long = storedOf({ stdout: `${"a".repeat(30_000)}\n` });
    const page = await readOutput(long, query({ kind: "grep", pattern: "(a+)+$|(a|a)*b", context: 0 }));
    expect(page.lines).toHaveLength(1);
  });

  it.each<[string, OutputSelect]>([
    ["The range ends before it begins.", range(5, 4)],
    ["from must be a whole number", range(0, 4)],
    ["tail must be a whole number", { kind: "tail", lines: 0 }],
    ["no RE2 expression", { kind: "grep", pattern: "(", context: 0 }],
    ["no RE2 expression", { kind: "grep", pattern: "(?=x)", context: 0 }],
    ["context must be", { kind: "grep", pattern: "x", context: -1 }],
    ["context must be", { kind: "grep", pattern: "x", context: 1001 }],
    ["from must be a whole number", { kind: "grep", pattern: "x", context: 0, from: at(0) }],
  ])("refuses with %s", async (message, select) => {
    const refused = readOutput(stored, query(select));
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toBeInstanceOf(BrokerError);
  });

  it("reads while the run still prints", async () => {
    let print = (_: string) => {};
    const growing = {
      id: "o",
      encoding: "auto",
      async *pieces() {
        yield { kind: "bytes" as const, stream: "stdout" as const, data: Buffer.from("first\nsec") };
        const data = Buffer.from(await new Promise<string>((resolve) => (print = resolve)));
        yield { kind: "bytes" as const, stream: "stdout" as const, data };
      },
    };
    const page = readOutput(growing, query({ kind: "all" }));
    await new Promise(setImmediate);
    print("ond\n");
    expect((await page).text).toBe("first\nsecond\n");
  });

  it("names what is not stored", async () => {
    const cut = {
      id: "o",
      encoding: "auto",
      async *pieces() {
        yield { kind: "bytes" as const, stream: "stdout" as const, data: Buffer.from("a\nb") };
        yield { kind: "gap" as const, stream: "stdout" as const, bytes: 5000, newlines: 70 };
        yield { kind: "bytes" as const, stream: "stdout" as const, data: Buffer.from("y\nz\n") };
      },
    };
    const page = await readOutput(cut, query({ kind: "all" }));
    expect(page.text).toBe("a\nb\n[agent-reach: stdout lines 2-72: 5000 bytes not stored]\ny\nz\n");
    expect((await readOutput(cut, query(range(73, 73)))).text).toBe("z\n");
    expect((await collect(streamOutput(cut, query({ kind: "all" })))).toString()).toBe(page.text);

    const gapsOf = async (select: OutputSelect) => {
      const gaps: unknown[] = [];
      await collect(rawOutput(cut, query(select), (stream, bytes) => gaps.push([stream, bytes])));
      return gaps;
    };
    expect(await gapsOf({ kind: "all" })).toEqual([["stdout", 5000]]);
    expect(await gapsOf(range(2, 2))).toEqual([["stdout", 5000]]);
    expect(await gapsOf(range(1, 1))).toEqual([]);
    expect(await gapsOf(range(73, 73))).toEqual([]);
  });

  it("does not glue the streams, whose last lines may not end", async () => {
    const both = storedOf({ stdout: "one\ntwo", stderr: "three\nfour" });
    for (const select of [{ kind: "all" }, { kind: "tail", lines: 9 }] as const) {
      const { text } = await readOutput(both, query(select, null));
      expect(text.split("\n").sort()).toEqual(["four", "one", "three", "two"]);
      expect((await collect(streamOutput(both, query(select, null)))).toString()).toBe(text);
    }
  });

  it("leaves a long line whole that comes in parts", async () => {
    const long = "x".repeat(300_000);
    expect((await collect(streamOutput(storedOf({ stdout: `${long}\nb` }), query({ kind: "all" })))).toString()).toBe(
      `${long}\nb`,
    );
  });

  it.each([
    undefined,
    null,
    {},
    { stream: "x", select: { kind: "all" }, encoding: "auto" },
    { stream: null, select: { kind: "nope" }, encoding: "auto" },
    { stream: null, select: { kind: "toString" }, encoding: "auto" },
    { stream: null, select: { kind: "all" } },
    { stream: null, select: { kind: "range", from: null, to: null }, encoding: "auto" },
    { stream: null, select: { kind: "grep", context: 0 }, encoding: "auto" },
  ])("refuses %j, which is no query", async (asked) => {
    await expect(readOutput(stored, asked as never)).rejects.toThrow(BrokerError);
  });

  it("refuses an encoding that nobody knows, and a range of bytes of two streams", async () => {
    const asked = query({ kind: "all" }, "stdout", "klingon");
    await expect(readOutput(stored, asked)).rejects.toThrow('There is no encoding called "klingon"');
    await expect(collect(streamOutput(stored, asked))).rejects.toThrow("klingon");
    await expect(collect(rawOutput(stored, query(range(1, 2), null)))).rejects.toThrow("one stream");
  });
});

describe("streamOutput and rawOutput", () => {
  it("give everything, as text and as it was printed", async () => {
    const printed = "\x1b[31mred\x1b[0m\nprogress 1%\rprogress 2%\n";
    const stored = storedOf({ stdout: printed }, 3);
    expect((await collect(streamOutput(stored, query({ kind: "all" })))).toString()).toBe("red\nprogress 2%\n");
    expect((await collect(rawOutput(stored, query({ kind: "all" })))).toString()).toBe(printed);
  });

  it("give the raw bytes of a range of lines, whatever the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.uint8Array({ maxLength: 12 }).map((bytes) => bytes.map((byte) => (byte === 10 ? 32 : byte) & 0x7f)),
          { minLength: 1, maxLength: 12 },
        ),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(),
        fc.nat(),
        async (lines, pieceBytes, a, b) => {
          // Nothing that moves the cursor: then rendered lines are raw lines.
          const raw = lines.map(
            (line) =>
              `${Buffer.from(line)
                .toString("latin1")
                .replace(/[\x00-\x1f\x7f]/g, ".")}\n`,
          );
          const from = (a % raw.length) + 1;
          const to = from + (b % (raw.length - from + 1));
          const bytes = await collect(
            rawOutput(storedOf({ stdout: raw.join("") }, pieceBytes), query(range(from, to))),
          );
          expect(bytes.toString()).toBe(raw.slice(from - 1, to).join(""));
        },
      ),
    );
  });

  it("give all bytes that were printed onto a line", async () => {
    const printed = "a 1\nb 1\n\x1b[2A\x1b[2Ka 2\nb 2\nend\n";
    expect((await collect(rawOutput(storedOf({ stdout: printed }), query(range(1, 1))))).toString()).toBe(
      "a 1\nb 1\n\x1b[2A\x1b[2Ka 2\n",
    );
  });

  it("know line feeds of UTF-16", async () => {
    const stored = storedOf({ stdout: Buffer.from("one\ntwo ਊ\nthree\n", "utf16le") }, 3);
    expect((await collect(rawOutput(stored, query(range(2, 2))))).toString("utf16le")).toBe("two ਊ\n");
  });

  it("give binary data back byte for byte", async () => {
    const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 0xff));
    const stdout = Buffer.concat([Buffer.from("header\n"), noise, Buffer.from("\nend\n")]);
    const result = await run({ stdout });
    const markers = result.stdout.split("\n").filter(isMarker);
    expect(markers).toHaveLength(1);
    expect(markers[0]).toMatch(/bytes of binary data.* --raw\]$/);
    const { from, to } = parseMarker(markers[0]!);
    const bytes = await collect(rawOutput(storedOf({ stdout }), query({ kind: "range", from, to })));
    expect(bytes.equals(Buffer.concat([noise, Buffer.from("\n")]))).toBe(true);
  });
});

describe("markers", () => {
  it("work for a tool with an encoding of its own", async () => {
    const text = Array.from({ length: 400 }, (_, i) => `文件 ${i} 已处理\n`).join("");
    const stdout = Buffer.from(text, "utf16le");
    const result = await run({ stdout }, { encoding: "utf-16le", tokens: 300 });
    const marker = parseMarker(result.stdout.split("\n").find(isMarker)!);
    expect(marker.text).toContain("--encoding utf-16le");
    const missing = await follow(marker, storedOf({ stdout }), "utf-16le");
    expect(missing.split("\n")).toHaveLength(marker.lines! + 1);
    expect(text).toContain(missing);
  });

  it("say so when nothing is stored", async () => {
    const result = await run({ stdout: numbered(3000) }, { stored: null, keep: 2000 });
    expect(result.stdout).toMatch(/bytes not stored/);
    expect(result.stdout).toContain("line 3000\n");
  });
});
