import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameParser, parseHeader } from "../../src/capture/frame-parser.js";
import { encodeHeader, FRAME_HEAD_BYTES, FrameBuffer } from "../../src/capture/frames.js";
import type { OutputPiece, StreamName } from "../../src/contract/index.js";

const stream = fc.constantFrom<StreamName>("stdout", "stderr");
const piece: fc.Arbitrary<OutputPiece> = fc.oneof(
  fc.record({
    kind: fc.constant("bytes" as const),
    stream,
    data: fc.uint8Array({ maxLength: 60 }).map((b) => Buffer.from(b)),
  }),
  fc.record({ kind: fc.constant("gap" as const), stream, bytes: fc.maxSafeNat(), newlines: fc.maxSafeNat() }),
);
const pieces = fc.array(piece, { maxLength: 20 });
const writer = { pid: 7, started: "99" };

function encode(from: readonly OutputPiece[]): Buffer {
  const frames = new FrameBuffer();
  frames.raw(encodeHeader({ writer, call: "c1", encoding: "auto" }));
  for (const each of from) {
    if (each.kind === "bytes") frames.data(each.stream, each.data);
    else frames.gap(each.stream, each.bytes, each.newlines);
  }
  frames.end();
  return frames.bytes();
}

/** Reads `file` in blocks of the given sizes, in turn. */
function decode(file: Buffer, sizes: readonly number[]): { pieces: OutputPiece[]; over: boolean } {
  const parser = new FrameParser();
  const found: OutputPiece[] = [];
  for (let at = 0, turn = 0; at < file.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    found.push(...parser.push(file.subarray(at, at + size)));
    at += size;
  }
  return { pieces: found, over: parser.over };
}

/** Neighbouring data of one stream joined, empty data dropped. */
function joined(from: readonly OutputPiece[]): string[] {
  const out: string[] = [];
  let last: string | null = null;
  for (const each of from) {
    if (each.kind === "gap") out.push(`${each.stream} gap ${each.bytes} ${each.newlines}`);
    else if (each.data.length === 0) continue;
    else if (last === each.stream) out.push(out.pop()! + each.data.toString("hex"));
    else out.push(`${each.stream} ${each.data.toString("hex")}`);
    last = each.kind === "gap" ? null : each.stream;
  }
  return out;
}

const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 5 });

describe("frames", () => {
  it("come back as they were written, however the file is cut into blocks", () => {
    fc.assert(
      fc.property(pieces, sizes, (written, blocks) => {
        const read = decode(encode(written), blocks);
        expect(joined(read.pieces)).toEqual(joined(written));
        expect(read.over).toBe(true);
      }),
    );
  });

  it("of a file cut off anywhere give a beginning of what was written", () => {
    fc.assert(
      fc.property(pieces, sizes, fc.nat(2000), (written, blocks, cut) => {
        const file = encode(written);
        const read = joined(decode(file.subarray(0, Math.min(cut, file.length - 1)), blocks).pieces);
        const whole = joined(written);
        const last = read.pop();
        expect(whole.slice(0, read.length)).toEqual(read);
        if (last !== undefined) expect(whole[read.length]!.startsWith(last)).toBe(true);
      }),
    );
  });

  it("never crash the parser, whatever the bytes", () => {
    const damage = fc.array(fc.tuple(fc.nat(3000), fc.nat(255)), { maxLength: 10 });
    fc.assert(
      fc.property(pieces, damage, sizes, (written, hits, blocks) => {
        const file = Buffer.from(encode(written));
        for (const [at, byte] of hits) file[at % file.length] = byte;
        decode(file, blocks);
      }),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 3000 }),
        sizes,
        (bytes, blocks) => void decode(Buffer.from(bytes), blocks),
      ),
    );
  });

  it("of a disk that lost power (zeros) end the output", () => {
    const file = encode([{ kind: "bytes", stream: "stdout", data: Buffer.from("kept") }]);
    const torn = Buffer.concat([file.subarray(0, -FRAME_HEAD_BYTES), Buffer.alloc(1000)]);
    const read = decode(torn, [64]);
    expect(joined(read.pieces)).toEqual([`stdout ${Buffer.from("kept").toString("hex")}`]);
    expect(read.over).toBe(true);
  });

  it("are few however small the writes", () => {
    const frames = new FrameBuffer();
    for (let write = 0; write < 10_000; write++) frames.data("stdout", Buffer.from("x\n"));
    expect(frames.length).toBe(FRAME_HEAD_BYTES + 20_000);
  });

  it("tell who wrote them, with the call's id cut when it is long", () => {
    const header = encodeHeader({ writer, call: "\u{1f600}\n".repeat(5000), encoding: "auto" });
    expect(header.length).toBeLessThan(1024);
    expect(parseHeader(header.subarray(0, -1))).toMatchObject({ writer, call: expect.stringMatching(/^\u{1f600}\n/u) });
    expect(parseHeader(Buffer.from('{"format":"agent-reach-output","version":1,"pid":0,"started":null}'))).toBeNull();
    expect(parseHeader(Buffer.from('{"format":"agent-reach-output","version":2,"pid":3,"started":null}'))).toBeNull();
  });
});
