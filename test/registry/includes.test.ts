import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf, folderWith } from "../toml/folder.js";
import { load, toolText } from "./support.js";

const including = (...names: string[]) => `include = ${JSON.stringify(names)}\n`;

async function namesIn(folder: string, ...sources: string[]): Promise<string[]> {
  return [...(await load(sources.map((source) => join(folder, source)))).tools.keys()];
}

describe("include", () => {
  it("loads what a file includes before the file itself", async () => {
    const folder = folderWith({
      "a.toml": including("sub/*.toml", "c.toml") + toolText("", "a"),
      "sub/b2.toml": toolText("", "b2"),
      "sub/b1.toml": including("../c.toml") + toolText("", "b1"),
      "c.toml": toolText("", "c"),
    });
    expect(await namesIn(folder, "a.toml")).toEqual(["c", "b1", "b2", "a"]);
  });

  it("loads a file once that is reached in two ways, also through a symlink", async () => {
    const folder = folderWith({
      "a.toml": including("b.toml", "c.toml"),
      "b.toml": including("d.toml"),
      "c.toml": including("link/d.toml"),
      "real/d.toml": toolText("", "d"),
    });
    symlinkSync(join(folder, "real"), join(folder, "link"));
    symlinkSync(join(folder, "real/d.toml"), join(folder, "d.toml"));
    const { tools, files } = await load([join(folder, "a.toml"), join(folder, "b.toml")]);
    expect([...tools.keys()]).toEqual(["d"]);
    expect(files).toEqual(["d.toml", "b.toml", "c.toml", "a.toml"].map((file) => join(folder, file)));
  });

  it("names a circle, at the entry that closes it, and goes on with the rest", async () => {
    const folder = folderWith({
      "a.toml": including("sub/b.toml"),
      "sub/b.toml": `\n${including("x.toml", "../a.toml")}`,
      "sub/x.toml": '[[tools]]\nname = "X"\n',
    });
    const faults = await faultsOf(load([join(folder, "a.toml")]));
    const circle = faults.filter(({ message }) => message.includes("circle"));
    expect(circle).toEqual([
      {
        file: join(folder, "sub/b.toml"),
        line: 2,
        column: 21,
        key: "include[1]",
        message: "the files include each other in a circle: a.toml → sub/b.toml → a.toml.",
        suggestion: null,
      },
    ]);
    expect(faults.some(({ file }) => file === join(folder, "sub/x.toml"))).toBe(true);
  });

  it("names a file that includes itself", async () => {
    const folder = folderWith({ "a.toml": including("a.toml") });
    const [fault] = await faultsOf(load([join(folder, "a.toml")]));
    expect(fault).toMatchObject({ key: "include[0]", message: expect.stringContaining("a.toml → a.toml") });
  });

  it("tells what is not there, at its place", async () => {
    const folder = folderWith({
      "a.toml": including("gti.toml", "no/*.toml", "pack:no_such", "empty/*.toml"),
      "git.toml": "",
    });
    mkdirSync(join(folder, "empty"));
    const faults = await faultsOf(load([join(folder, "a.toml")]));
    expect(faults.map(({ key, line }) => [key, line])).toEqual([
      ["include[0]", 1],
      ["include[1]", 1],
      ["include[2]", 1],
    ]);
    expect(faults[0]).toMatchObject({ suggestion: 'Did you mean "git.toml"?' });
    expect(faults[1]!.message).toBe(`there is no folder ${join(folder, "no")} to look for files in.`);
    expect(faults[2]!.message).toBe('there is no shipped pack "no_such".');
  });

  it("tells the faults of every file, whatever is wrong with another", async () => {
    const folder = folderWith({
      "a.toml": "name = \n",
      "b.toml": toolText("risk2 = 1"),
      "c.toml": Buffer.from([0xff, 0xfe]),
      "d.toml": toolText("", "t"),
    });
    const faults = await faultsOf(load([join(folder, "*.toml")]));
    expect(faults.map(({ file, key }) => [file.slice(folder.length + 1), key])).toEqual([
      ["a.toml", null],
      ["b.toml", "tools[0].risk2"],
      ["c.toml", null],
      ["d.toml", "tools[0].name"],
    ]);
  });
});

// smol-toml takes a name twice in an array of tables, 1.5, inf and __proto__, and refuses integers of 64 bits.
describe("case 46", () => {
  it("a duplicate name over two files is refused, both places named", async () => {
    const folder = folderWith({ "a.toml": toolText("", "same"), "b.toml": `\n${toolText("", "same")}` });
    const [fault, ...rest] = await faultsOf(load([join(folder, "*.toml")]));
    expect(rest).toEqual([]);
    expect(fault).toMatchObject({ file: join(folder, "b.toml"), line: 3, column: 8, key: "tools[0].name" });
    expect(fault!.message).toBe(`there is already a tool called "same"; see ${join(folder, "a.toml")}:2:8.`);
  });

  it("a duplicate name in one file, bad numbers and an unsafe key are refused with file and key", async () => {
    const text =
      toolText("max_timeout = inf\noutput_tokens = 9223372036854775807") + toolText("[tools.__proto__]\nx = 1");
    const folder = folderWith({ "a.toml": text });
    const faults = await faultsOf(load([join(folder, "a.toml")]));
    expect(faults.map(({ file, key }) => [file, key])).toEqual(
      ["tools[0].max_timeout", "tools[0].output_tokens", "tools[1].name", "tools[1].__proto__"].map((key) => [
        join(folder, "a.toml"),
        key,
      ]),
    );
  });

  it("a file with a BOM and CRLF loads", async () => {
    const folder = folderWith({ "a.toml": `\ufeff${toolText("", "a")}`.replaceAll("\n", "\r\n") });
    expect(await namesIn(folder, "a.toml")).toEqual(["a"]);
  });
});
