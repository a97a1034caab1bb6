import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bytesOf, millisecondsOf, SIZE_PATTERN } from "../../src/toml/index.js";

describe("bytesOf", () => {
  it.each([
    [0, 0],
    [4096, 4096],
    ["1 B", 1],
    ["1 KB", 1000],
    ["1 KiB", 1024],
    ["2MB", 2_000_000],
    ["256 MiB", 268_435_456],
    ["1.5 GiB", 1_610_612_736],
    ["0.5 KiB", 512],
    ["3 GB", 3_000_000_000],
    ["99999999999999999999 GiB", Number.MAX_SAFE_INTEGER],
  ])("reads %j as %d", (size, bytes) => expect(bytesOf(size)).toBe(bytes));

  it.each(["", "256", "256 mib", "-1 MiB", "1e3 B", " 1 B", "1 B ", "1 TiB", "1,5 MiB"])("refuses %j", (size) =>
    expect(() => bytesOf(size)).toThrow(RangeError),
  );

  it("gives whole bytes, larger for larger sizes", () => {
    const unit = fc.constantFrom("B", "KB", "MB", "GB", "KiB", "MiB", "GiB");
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(999), unit, (whole, part, name) => {
        const size = `${whole}.${part} ${name}`;
        expect(size).toMatch(SIZE_PATTERN);
        const bytes = bytesOf(size);
        expect(Number.isSafeInteger(bytes)).toBe(true);
        expect(bytesOf(`${whole + 1}.${part} ${name}`)).toBeGreaterThan(bytes);
      }),
    );
  });
});

it("millisecondsOf rounds to whole milliseconds", () => {
  expect([0.001, 0.5, 2.5, 10, 2_592_000].map(millisecondsOf)).toEqual([1, 500, 2500, 10_000, 2_592_000_000]);
});
