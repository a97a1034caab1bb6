import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { objectDocument, readDocument } from "../../src/toml/index.js";
import { folderWith } from "./folder.js";

function read(bytes: string | Buffer) {
  return readDocument(join(folderWith({ "a.toml": bytes }), "a.toml"));
}

describe("readDocument", () => {
  it("takes a BOM and CRLF", () => {
    const reading = read('\ufeffname = "x"\r\nlist = [\r\n  1,\r\n  2,\r\n]\r\n');
    expect(reading).toMatchObject({ kind: "document", document: { table: { name: "x", list: [1, 2] }, flaws: [] } });
  });

  it("tells where the syntax breaks", () => {
    expect(read('a = 1\nb = [1,\nc = "x"\n')).toMatchObject({
      kind: "fault",
      fault: { line: 3, key: null, message: expect.stringMatching(/^is no valid TOML: [^\n]+$/) },
    });
  });

  it("tells the line of the first byte that is not UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from("a = 1\nb = 'é'\nc = '"), Buffer.from([0xe9]), Buffer.from("'\n")]);
    expect(read(bytes)).toMatchObject({ kind: "fault", fault: { line: 3, message: "is not UTF-8" } });
  });

  it.each([
    ["a date", "d = 2020-01-01", ["d"], /date or time/],
    ["a time", "[t]\nd = 07:32:00", ["t", "d"], /date or time/],
    ["inf", "x = [1, inf]", ["x", 1], /finite number, got inf/],
    ["nan", "x = nan", ["x"], /got nan/],
    ["2^53", "x = 9007199254740992", ["x"], /2\^53/],
    ["2^63 - 1", "x = 9223372036854775807", ["x"], /2\^53/],
    ["NUL", 'x = "a\\u0000b"', ["x"], /NUL/],
    ["__proto__", "[__proto__]\nx = 1", ["__proto__"], /cannot be used as a key/],
    ["constructor", "a.constructor.x = 1", ["a", "constructor"], /cannot be used as a key/],
    ["prototype", "a = { prototype = 1 }", ["a", "prototype"], /cannot be used as a key/],
  ])("names %s as no plain data", (_, text, path, message) => {
    const reading = read(text);
    if (reading.kind !== "document") throw new Error(JSON.stringify(reading));
    expect(reading.document.flaws).toEqual([
      expect.objectContaining({ path, message: expect.stringMatching(message) }),
    ]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("takes the largest safe integers, and any float", () => {
    expect(read("x = [9007199254740991, -9007199254740991, 1e300]")).toMatchObject({ document: { flaws: [] } });
  });

  it("says what is no file", () => {
    const folder = folderWith({});
    expect(readDocument(join(folder, "no.toml"))).toEqual({ kind: "missing" });
    expect(readDocument(folder)).toMatchObject({ kind: "unusable", message: "is a folder" });
  });

  it.skipIf(process.platform === "win32")("does not wait for the writer of a pipe", () => {
    const pipe = join(folderWith({}), "pipe.toml");
    execFileSync("mkfifo", [pipe]);
    expect(readDocument(pipe)).toMatchObject({ kind: "unusable", message: "is no regular file" });
  });

  it.skipIf(process.getuid?.() === 0)("says why a file cannot be read (skipped for root, who can)", () => {
    const file = join(folderWith({ "a.toml": "" }), "a.toml");
    chmodSync(file, 0);
    expect(readDocument(file)).toMatchObject({ kind: "unusable", message: "cannot be read (EACCES)" });
  });
});

describe("objectDocument", () => {
  it("copies, leaving the object as it is", () => {
    const given = { tools: [{ name: "a", group: undefined }] };
    const { table, flaws } = objectDocument("<definitions>", given);
    expect(flaws).toEqual([]);
    expect(JSON.stringify(table)).toBe('{"tools":[{"name":"a"}]}');
    expect(table.tools).not.toBe(given.tools);
  });

  it("names what is no data and ends on a circle", () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    const given = { f: () => 1, s: Symbol("x"), m: new Map(), d: new Date(), half: "\ud83d", circle, u: [undefined] };
    const { flaws } = objectDocument("<definitions>", given);
    expect(flaws.map(({ path }) => path[0])).toEqual(["f", "s", "m", "d", "half", "circle", "u"]);
  });

  it.each([[[]], [null], [new Map()]])("wants keys and values, not %j", (given) => {
    expect(objectDocument("<definitions>", given as object).flaws).toHaveLength(1);
  });
});
