import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCapture, createOutputStore } from "../../src/capture/index.js";
import type { Capture, CapturedStream, StreamName } from "../../src/contract/index.js";
import { STREAMS } from "../../src/contract/index.js";
import { storedText, temporaryFolder } from "./support.js";

const dir = temporaryFolder();
const store = createOutputStore({ dir: join(dir, "outputs"), keepBytes: 2 ** 30 });
const memory = { headBytes: 10, tailBytes: 8 };

interface Write {
  readonly stream: StreamName;
  readonly text: string;
}

const write: fc.Arbitrary<Write> = fc.record({
  stream: fc.constantFrom<StreamName>("stdout", "stderr"),
  text: fc.string({ unit: fc.constantFrom("a", "b", "\n", "\0", "é"), maxLength: 30 }),
});

function feed(capture: Capture, writes: readonly Write[], cut: number): void {
  for (const { stream, text } of writes) {
    const bytes = Buffer.from(text, "latin1");
    for (let at = 0; at < bytes.length; at += cut) capture.write(stream, Buffer.from(bytes.subarray(at, at + cut)));
  }
}

const whole = (writes: readonly Write[], stream: StreamName) =>
  writes.map((each) => (each.stream === stream ? each.text : "")).join("");
const newlines = (text: string) => text.split("\n").length - 1;

/** What a naive reader that keeps everything would say. */
function model(text: string): Record<keyof CapturedStream, unknown> {
  const lines = newlines(text) + (text === "" || text.endsWith("\n") ? 0 : 1);
  const fits = text.length <= memory.headBytes + memory.tailBytes;
  const middle = fits ? "" : text.slice(memory.headBytes, -memory.tailBytes);
  return {
    bytes: text.length,
    lines,
    head: fits ? text : text.slice(0, memory.headBytes),
    tail: fits ? "" : text.slice(-memory.tailBytes),
    omittedBytes: middle.length,
    omittedNewlines: newlines(middle),
  };
}

const readable = (stream: CapturedStream) => ({
  ...stream,
  head: stream.head.toString("latin1"),
  tail: stream.tail.toString("latin1"),
});

describe("a capture", () => {
  it("counts exactly and keeps both ends, whatever the chunks", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), async (writes, cut) => {
        const capture = createCapture({ store: null, spoolBytes: 0, memory });
        feed(capture, writes, cut);
        const captured = await capture.finish();
        for (const stream of STREAMS) expect(readable(captured[stream])).toEqual(model(whole(writes, stream)));
        expect(capture.bytes).toBe(captured.stdout.bytes + captured.stderr.bytes);
        expect(captured).toMatchObject({ outputId: null, spoolNote: null });
      }),
    );
  });

  it("stores everything up to the cap and the end beyond it; what is missing adds up", async () => {
    const cap = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(write, { maxLength: 12 }),
        fc.integer({ min: 1, max: 40 }),
        cap,
        async (writes, cut, spoolBytes) => {
          const capture = createCapture({ store, spoolBytes, memory });
          feed(capture, writes, cut);
          const { outputId, spoolNote } = await capture.finish();
          const total = whole(writes, "stdout").length + whole(writes, "stderr").length;
          expect(outputId === null).toBe(total === 0);
          if (outputId === null) return;
          let missing = 0;
          for (const stream of STREAMS) {
            const text = whole(writes, stream);
            const stored = await storedText(store.read(outputId), stream);
            const [first, gapBytes, gapNewlines, last] = stored.split(/<(\d+)\/(\d+)>/);
            if (gapBytes === undefined) {
              expect(stored).toBe(text);
              continue;
            }
            expect(text.startsWith(first!) && text.endsWith(last!)).toBe(true);
            expect(last!.length).toBe(memory.tailBytes);
            const middle = text.slice(first!.length, -last!.length);
            expect([Number(gapBytes), Number(gapNewlines)]).toEqual([middle.length, newlines(middle)]);
            missing += middle.length;
          }
          expect(spoolNote?.startsWith(`${missing} bytes `) ?? missing === 0).toBe(true);
        },
      ),
    );
  });

  it("keeps the order of arrival between the streams", async () => {
    const capture = createCapture({ store, spoolBytes: 1000 });
    for (const [stream, text] of [
      ["stdout", "compiling\n"],
      ["stderr", "warning\n"],
      ["stdout", "done\n"],
    ] as const) {
      capture.write(stream, Buffer.from(text));
    }
    const { outputId } = await capture.finish();
    const order: string[] = [];
    for await (const piece of store.read(outputId!)!.pieces()) {
      order.push(piece.kind === "bytes" ? `${piece.stream}:${piece.data}` : piece.kind);
    }
    expect(order).toEqual(["stdout:compiling\n", "stderr:warning\n", "stdout:done\n"]);
  });

  it("leaves nothing on disk for a run that prints nothing", async () => {
    const empty = createOutputStore({ dir: join(dir, "never"), keepBytes: 1000 });
    const capture = createCapture({ store: empty, spoolBytes: 1000 });
    capture.write("stdout", Buffer.alloc(0));
    expect(await capture.finish()).toMatchObject({ outputId: null, spoolNote: null, stdout: { bytes: 0, lines: 0 } });
    await empty.close();
    expect(readdirSync(dir)).not.toContain("never");
  });

  it("stores nothing, and says nothing of it, in a store that keeps nothing", async () => {
    const none = createOutputStore({ dir: join(dir, "none"), keepBytes: 0 });
    const capture = createCapture({ store: none, spoolBytes: 1000 });
    expect(capture.write("stdout", Buffer.from("x"))).toBe(true);
    expect(await capture.finish()).toMatchObject({ outputId: null, spoolNote: null, stdout: { bytes: 1 } });
  });

  it("takes nothing after the end", async () => {
    const capture = createCapture({ store: null, spoolBytes: 0 });
    capture.write("stderr", Buffer.from("one"));
    const captured = await capture.finish();
    capture.write("stderr", Buffer.from("late"));
    expect(await capture.finish()).toBe(captured);
    expect(captured.stderr.bytes).toBe(3);
  });

  it("gives no run more than half of the store", async () => {
    const small = createOutputStore({ dir: join(dir, "small"), keepBytes: 200_000 });
    const capture = createCapture({ store: small, spoolBytes: 10 ** 9, memory });
    for (let line = 0; line < 30; line++) capture.write("stdout", Buffer.alloc(10_000, "x"));
    const { outputId, spoolNote } = await capture.finish();
    expect(spoolNote).toBe("199992 bytes of output before its end are not stored: one run may store 100000 bytes.");
    expect(await storedText(small.read(outputId!), "stdout")).toBe(`${"x".repeat(100_000)}<199992/0>${"x".repeat(8)}`);
  });
});
