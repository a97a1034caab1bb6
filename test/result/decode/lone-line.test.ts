import iconv from "iconv-lite";
import { expect, it } from "vitest";
import { createLiveText } from "../../../src/result/index.js";

/** Lines of real programs, each alone: nothing but its own letters tells what it is. */
it.each([
  ["gbk", "权限不够"],
  ["gbk", "拒绝访问。"],
  ["gbk", "没有那个文件或目录"],
  ["gbk", "'foo' 不是内部或外部命令，也不是可运行的程序"],
  ["gbk", "错误: 找不到或无法加载主类 Main"],
  ["euc-kr", "그런 파일이나 디렉터리가 없습니다"],
  ["euc-kr", "허가 거부"],
  ["euc-kr", "액세스가 거부되었습니다."],
  ["euc-kr", "오류: 기본 클래스 Main을(를) 찾거나 로드할 수 없습니다."],
  ["shift_jis", "アクセスが拒否されました。"],
  ["shift_jis", "ファイルが見つかりません"],
  ["big5", "存取被拒。系統找不到指定的檔案。"],
  ["windows-1251", "Отказано в доступе."],
  ["windows-1251", "Не удается найти указанный файл."],
  ["koi8-r", "Нет такого файла или каталога"],
  ["windows-1252", "Zugriff verweigert: Datei für Änderungen geöffnet"],
  ["windows-1252", "Accès refusé : fichier déjà utilisé"],
])("%s: %s", async (encoding, line) => {
  const text = createLiveText("auto");
  const shown = text.write(iconv.encode(`${line}\n`, encoding)) + (await text.end());
  expect(shown).toBe(`${line}\n`);
});
