import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { createLiveText } from "../../../src/result/index.js";

async function live(bytes: Buffer, chunk: number, encoding = "auto") {
  const text = createLiveText(encoding);
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += chunk) pieces.push(text.write(bytes.subarray(at, at + chunk)));
  pieces.push(await text.end());
  return pieces;
}

describe("createLiveText", () => {
  it("passes plain text on at once", () => {
    expect(createLiveText("auto").write(Buffer.from("building…\n"))).toBe("building…\n");
  });

  it("joins a character that comes byte by byte", async () => {
    expect(await live(Buffer.from("€"), 1)).toEqual(["", "", "€", ""]);
  });

  it("ends with one U+FFFD when a character is not complete", async () => {
    expect((await live(Buffer.from("ok\xe2\x82", "latin1"), 1)).join("")).toBe("ok\ufffd");
  });

  it.each([
    ["colours, titles, clipboard", "\x1b]52;c;eA==\x07\x1b[31mred\x1b[0m it’s\n", "red it’s\n"],
    ["a title without an end", "\x1b]0;open\nERROR: x\n", "0;open\nERROR: x\n"],
    ["CRLF", "a\r\nb\r\n", "a\nb\n"],
    ["returns of a progress line", "\r1%\r2%\n", "\r1%\r2%\n"],
    ["C1 controls", "a\u009b31mb\u0085c\n", "abc\n"],
    ["NULs", "a\0\0b\n", "a␀b\n"],
    ["backspaces and bells", "a\bb\x07\n", "ab\n"],
  ])("cleans %s", async (_, printed, shown) => {
    for (const chunk of [1, 3, 1000]) expect((await live(Buffer.from(printed), chunk)).join("")).toBe(shown);
  });

  it.each([
    ["gbk", "auto", "错误: 找不到符号\n编译失败\n"],
    ["gbk", "gbk", "警告\n"],
    ["shift_jis", "shift_jis", "エラー\n"],
    ["utf-16le", "auto", "Build ok\nnext\n"],
    ["windows-1252", "auto", "Zugriff: Öffnen für\n"],
  ])("decodes %s when %s is declared", async (label, declared, text) => {
    for (const chunk of [1, 4, 1000])
      expect((await live(iconv.encode(text, label), chunk, declared)).join("")).toBe(text);
  });

  it("takes UTF-8 that begins like UTF-16 for UTF-8", async () => {
    for (const printed of ["\0\r\n世界", "\0\r\n世界\n".repeat(9), "\0a\0b世界", "a\0\n世界\n"]) {
      for (const chunk of [1, 3, 1000]) expect((await live(Buffer.from(printed), chunk)).join("")).toContain("世界");
    }
  });

  it("decodes UTF-16 of a few bytes", async () => {
    for (const chunk of [1, 4]) expect((await live(iconv.encode("ok\n", "utf-16le"), chunk)).join("")).toBe("ok\n");
  });

  it("never lets a control or half a character through, and loses no letter", async () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 8 }),
      fc.constantFrom("\x1b[31m", "\x1b]0;t\x07", "\x1b[2", "\x1b", "\r\n", "\r", "\0", "\u009b", "😀", "世界"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (parts, chunk) => {
        const pieces = await live(Buffer.from(parts.join("").toWellFormed()), chunk);
        for (const piece of pieces) {
          expect(piece).not.toMatch(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/);
          expect(piece.isWellFormed()).toBe(true);
        }
        const letters = parts.filter((one) => one === "世界").length;
        expect(pieces.join("").split("世界").length - 1).toBeGreaterThanOrEqual(letters);
      }),
    );
  });
});
