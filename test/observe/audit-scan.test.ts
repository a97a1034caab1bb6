import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonLine } from "../../src/json-line.js";
import { decisionRecord, endRecord, lostRecord, scanAudit } from "../../src/observe/index.js";
import { temporaryFolder } from "../capture/support.js";
import { allowed, sampleCall, sampleResult } from "./samples.js";

const base = temporaryFolder();
let files = 0;

function fileOf(text: string): string {
  const file = join(base, `${++files}.jsonl`);
  writeFileSync(file, text);
  return file;
}

const markOf = (run: string) => ({ run, pid: 42, started: "7" });
const decision = (run: string) =>
  jsonLine(decisionRecord(sampleCall({ id: `id of ${run}` }), allowed, markOf(run), null));
const end = (run: string) => jsonLine(endRecord(sampleCall(), sampleResult(), markOf(run)));
const runsOf = async (file: string) => (await scanAudit(file)).unfinished.map(({ mark }) => mark.run);

describe("scanning an audit file", () => {
  it("finds the calls without an end, by run and not by the caller's id", async () => {
    const file = fileOf(decision("a") + decision("b") + end("a") + decision("c") + end("c") + decision("a2"));
    const { unfinished, unreadable } = await scanAudit(file);
    expect(unreadable).toBe(0);
    expect(unfinished[0]).toEqual({
      mark: markOf("b"),
      id: "id of b",
      tool: "deploy",
      caller: "planner",
      time: expect.stringMatching(/^\d{4}-/),
    });
    expect(unfinished.map(({ mark }) => mark.run)).toEqual(["b", "a2"]);
  });

  it("does not find them again once they are recorded as lost", async () => {
    const file = fileOf(decision("a") + decision("b"));
    for (const call of (await scanAudit(file)).unfinished) appendFileSync(file, jsonLine(lostRecord(call)));
    expect(await runsOf(file)).toEqual([]);
  });

  it("bears a file that is missing, empty, torn anywhere or full of something else", async () => {
    expect(await scanAudit(join(base, "missing"))).toEqual({ unfinished: [], unreadable: 0 });
    expect(await runsOf(fileOf(""))).toEqual([]);
    const text = decision("a") + decision("b") + end("a");
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), fc.string({ unit: "binary", maxLength: 30 }), async (cut, junk) => {
        const file = fileOf(`${text.slice(0, cut)}\n${junk}\n${decision("z")}`);
        const runs = await runsOf(file);
        expect(runs.at(-1)).toBe("z");
        if (cut === text.length) expect(runs).toEqual(["b", "z"]);
      }),
      { numRuns: 60 },
    );
    const odd = ['{"event":"decision"}', "[]", "null", "1", '{"event":"decision","run":1}', "not json"];
    expect(await scanAudit(fileOf(odd.join("\n")))).toEqual({ unfinished: [], unreadable: 5 + 1 });
  });

  it.skipIf(process.platform === "win32")("finds nothing in what is no regular file, and comes back", async () => {
    for (const device of ["/dev/null", "/dev/zero", "/dev/full"]) {
      expect(await scanAudit(device)).toEqual({ unfinished: [], unreadable: 0 });
    }
  });

  it("keeps little of a line that does not end, and goes on after it", async () => {
    const endless = Buffer.alloc(15 * 1024 * 1024, "x");
    const file = fileOf(decision("a"));
    appendFileSync(file, endless);
    appendFileSync(file, `\n${decision("b")}`);
    expect(await scanAudit(file)).toMatchObject({ unreadable: 1 });
    expect(await runsOf(file)).toEqual(["a", "b"]);
  });

  it("reads no more than the end of a long file", async () => {
    const filler = `${"f".repeat(1023)}\n`.repeat(1024);
    const file = fileOf(decision("old"));
    for (let mib = 0; mib < 17; mib++) appendFileSync(file, filler);
    appendFileSync(file, decision("new"));
    expect(await runsOf(file)).toEqual(["new"]);
  });
});
