import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePs, psTable } from "../../src/execution/ps.js";

describe("parsePs", () => {
  it("reads what macOS and Linux print", () => {
    const text = [
      "    1     0     1 Ss   Mon Nov  3 10:11:12 2025    ",
      "  412     1   410 S+   Mon Nov  3 10:11:13 2025",
      " 9999   412  9999 Z    Tue Nov 30 08:09:10 2027",
      "",
    ].join("\n");
    expect(parsePs(text)).toEqual([
      { pid: 1, ppid: 0, pgid: 1, session: 0, startTime: Date.parse("Nov 3 2025 10:11:12"), dead: false },
      { pid: 412, ppid: 1, pgid: 410, session: 0, startTime: Date.parse("Nov 3 2025 10:11:13"), dead: false },
      { pid: 9999, ppid: 412, pgid: 9999, session: 0, startTime: Date.parse("Nov 30 2027 08:09:10"), dead: true },
    ]);
  });

  it("passes over anything else", () => {
    expect(parsePs("ps: illegal option\nusage: ps\n1 2 3 S yesterday\n")).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void parsePs(text)));
  });
});

describe.skipIf(spawnSync("ps", ["-A", "-o", "pid="]).status !== 0)("the table of ps", () => {
  it("lists this very process under its parent, but not ps itself", async () => {
    const listing = await psTable().list(null, 0);
    const own = listing!.rows.find(({ pid }) => pid === process.pid);
    expect(own).toMatchObject({ ppid: process.ppid, dead: false });
    expect(listing!.rows.filter(({ ppid }) => ppid === process.pid)).toEqual([]);
  });
});
