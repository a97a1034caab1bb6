import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteRing } from "../../src/capture/byte-ring.js";

describe("ByteRing", () => {
  it("holds the last bytes of whatever was appended", () => {
    const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
    fc.assert(
      fc.property(fc.nat(50), chunks, (limit, appended) => {
        const ring = new ByteRing(limit);
        let model = Buffer.alloc(0);
        for (const chunk of appended) {
          ring.append(Buffer.from(chunk));
          model = Buffer.concat([model, chunk]);
          const kept = model.subarray(Math.max(0, model.length - limit));
          expect(ring.length).toBe(kept.length);
          expect(Buffer.compare(ring.toBuffer(), kept)).toBe(0);
        }
      }),
    );
  });

  it("does not keep the chunk it was given", () => {
    const ring = new ByteRing(10);
    const chunk = Buffer.from("abc");
    ring.append(chunk);
    chunk.fill(0);
    expect(ring.toBuffer().toString()).toBe("abc");
  });

  it("takes no more memory than its data needs", () => {
    const ring = new ByteRing(1024 * 1024);
    ring.append(Buffer.from("small"));
    expect(ring.toBuffer().buffer.byteLength).toBeLessThan(64);
  });
});
