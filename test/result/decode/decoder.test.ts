import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { DecodedPiece } from "../../../src/result/decode/index.js";
import { StreamDecoder } from "../../../src/result/decode/index.js";

async function decode(bytes: Buffer, encoding = "auto", chunk = bytes.length || 1) {
  const decoder = new StreamDecoder(encoding);
  const pieces: DecodedPiece[] = [];
  for (let at = 0; at < bytes.length; at += chunk)
    pieces.push(...(await decoder.write(bytes.subarray(at, at + chunk))));
  pieces.push(...(await decoder.end()));
  const text = pieces
    .map((piece) =>
      piece.kind === "text" ? piece.text : piece.kind === "settled" ? "<settled>" : `<${piece.kind} ${piece.bytes}>`,
    )
    .join("");
  return { text, encodings: [...decoder.encodings] };
}

const chinese = "错误: 找不到符号\n编译失败，共 3 个错误\n";
const japanese = "エラー: ファイルが見つかりません\n中止します\n";
const korean = "오류: 파일을 찾을 수 없습니다\n";
const traditional = "無法開啟檔案 foo.txt: 沒有此檔案或目錄\n";
const russian = "Ошибка: файл не найден\n";
const french = "Erreur: impossible d'ouvrir « données »\n";

describe("StreamDecoder", () => {
  it.each([
    ["gb18030", chinese],
    ["shift_jis", japanese],
    ["euc-jp", japanese],
    ["euc-kr", korean],
    ["big5", traditional],
    ["windows-1251", russian],
    ["koi8-r", russian],
    ["cp866", russian],
    ["windows-1252", french],
    ["cp850", "Zugriff verweigert: Größe\n"],
  ])("finds out that text is %s", async (label, text) => {
    const { text: decoded, encodings } = await decode(iconv.encode(text, label));
    expect(decoded).toBe(text);
    expect(encodings).toEqual([label]);
  });

  it.each(["gbk", "shift_jis", "big5", "euc-kr", "utf-16le", "utf-16be", "cp437", "windows-1252"])(
    "decodes what is declared as %s",
    async (label) => {
      const text = { gbk: "警告\n", shift_jis: "警告\n", big5: "警告\n", "euc-kr": "경고\n" }[label] ?? "café\n";
      expect((await decode(iconv.encode(text, label), label)).text).toBe(text);
    },
  );

  it("reads a line at a time: UTF-8 where it is, the code page where it is not", async () => {
    const mixed = Buffer.concat([Buffer.from("ok ✓\n"), iconv.encode(chinese, "gbk"), Buffer.from("it’s\n")]);
    const { text, encodings } = await decode(mixed);
    expect(text).toBe(`ok ✓\n${chinese}it’s\n`);
    expect(encodings).toEqual(["utf-8", "gb18030"]);
  });

  it("takes UTF-8 from a tool that declares another code page", async () => {
    expect((await decode(Buffer.from("错误\n"), "gbk")).text).toBe("错误\n");
  });

  it.each([
    ["a UTF-8 mark", Buffer.from("\ufeffok\n"), "utf-8"],
    ["a UTF-16LE mark", iconv.encode("Build ok\n", "utf-16le", { addBOM: true }), "utf-16le"],
    ["a UTF-16BE mark", iconv.encode("Build ok\n", "utf-16be", { addBOM: true }), "utf-16be"],
    ["UTF-16LE without a mark", iconv.encode("状态: 已禁用\r\n错误 5\r\n", "utf-16le"), "utf-16le"],
    ["UTF-16BE without a mark", iconv.encode("plain text\n", "utf-16be"), "utf-16be"],
  ])("knows %s", async (_, bytes, label) => {
    const { text, encodings } = await decode(bytes);
    expect(encodings).toEqual([label]);
    expect(text).not.toContain("\ufeff");
    expect(text).not.toContain("\0");
    expect(text.endsWith("\n")).toBe(true);
  });

  it("shows one U+FFFD for a character that the stream ends within", async () => {
    expect((await decode(Buffer.from("ok\xe2\x82", "latin1"))).text).toBe("ok\ufffd");
  });

  it("keeps damaged UTF-8 readable", async () => {
    expect((await decode(Buffer.from("name=\xff\xfe value\n", "latin1"))).text).toBe("name=\ufffd\ufffd value\n");
  });

  it("names binary data instead of showing it", async () => {
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 0xff));
    const { text, encodings } = await decode(
      Buffer.concat([Buffer.from("header\n"), noise, Buffer.from("\nend of data\n")]),
    );
    expect(text.startsWith("header\n<binary")).toBe(true);
    expect(text.endsWith("end of data\n")).toBe(true);
    expect(encodings).toContain("binary");
  });

  it("keeps text that NULs separate", async () => {
    expect((await decode(Buffer.from("A=1\0B=2\0"))).text).toBe("A=1\0B=2\0");
  });

  it("goes on at a whole character after a gap", async () => {
    const cases: readonly [string, string, number][] = [
      ["utf-8", "日本語日本語\n", 4],
      ["utf-16le", "日本語 ascii 日本語\n", 5],
    ];
    for (const [label, text, cut] of cases) {
      const bytes = iconv.encode(text, label);
      const decoder = new StreamDecoder(label);
      const pieces = await decoder.write(bytes.subarray(0, cut));
      pieces.push(...(await decoder.gap(bytes.length, 0)));
      pieces.push(...(await decoder.write(bytes.subarray(cut + 2))), ...(await decoder.end()));
      const shown = pieces.map((piece) => (piece.kind === "text" ? piece.text : "|")).join("");
      expect(shown).not.toContain("\ufffd");
      expect(shown).toMatch(/^日/);
      expect(shown).toMatch(/語\n$/);
    }
  });

  it("decodes the same whatever the chunks", async () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }).map((text) => Buffer.from(text.toWellFormed())),
      fc.constantFrom(chinese, "plain\n", "\n").map((text) => iconv.encode(text, "gbk")),
      fc.uint8Array({ maxLength: 20 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.integer({ min: 1, max: 50 }), async (lines, chunk) => {
        const bytes = Buffer.concat(lines);
        expect((await decode(bytes, "auto", chunk)).text).toBe((await decode(bytes)).text);
      }),
    );
  });

  it("gives back any valid UTF-8 as it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", maxLength: 200 }), async (text) => {
        expect((await decode(Buffer.from(text))).text).toBe(text);
      }),
    );
  });
});
