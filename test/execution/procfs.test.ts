import { spawn } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allocatedSince, parseLastPid, parseStat, procfsTable } from "../../src/execution/procfs.js";

const field = fc.integer({ min: 0, max: 4_000_000 });

describe("parseStat", () => {
  it("reads a line whatever the program's name holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary-ascii", maxLength: 15 }),
        field,
        field,
        field,
        field,
        field,
        (comm, pid, ppid, pgid, session, start) => {
          const line = `${pid} (${comm}) S ${ppid} ${pgid} ${session} 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 ${start} 3133440 394`;
          expect(parseStat(line)).toEqual({ pid, ppid, pgid, session, startTime: start, dead: false });
        },
      ),
    );
  });

  it("never throws on anything else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        parseStat(text);
        parseStat(`1 (x) ${text}`);
      }),
    );
    expect(parseStat("")).toBeNull();
    expect(parseStat("12 (cat) S 1 2")).toBeNull();
  });

  it.each([
    ["sleeping", "S", 0x400000, 1, false],
    ["stopped", "T", 0x400000, 1, false],
    ["a zombie", "Z", 0x40000c, 1, true],
    ["in the middle of its exit", "R", 0x400004, 1, true],
    ["a zombie whose other threads run on", "Z", 0x40000c, 3, false],
  ])("tells whether it is alive: %s", (_what, state, flags, threads, dead) => {
    const line = `7 (x) ${state} 1 7 7 0 -1 ${flags} 1 2 3 4 5 6 7 8 20 0 ${threads} 0 99 1 1`;
    expect(parseStat(line)?.dead).toBe(dead);
  });
});

describe("parseLastPid", () => {
  it("reads the last field, and nothing where there is none", () => {
    expect(parseLastPid("0.34 0.18 0.11 2/99 15616\n")).toBe(15616);
    expect(parseLastPid("0.00 0.00 0.00 0/0 0\n")).toBe(0);
    expect(parseLastPid("")).toBe(0);
  });
});

describe("allocatedSince", () => {
  it("agrees with handing out pids one by one, round and round", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.nat(48), (first, count) => {
        const given = Array.from({ length: count }, (_, i) => ((first + i) % 50) + 1);
        const last = given.at(-1) ?? first;
        for (let pid = 1; pid <= 50; pid++) expect(allocatedSince(pid, first, last)).toBe(given.includes(pid));
      }),
    );
  });
});

describe.runIf(process.platform === "linux")("the table of /proc", () => {
  const table = procfsTable()!;

  it("shows this very process, and nothing for a pid that is not", async () => {
    const own = table.read(process.pid)!;
    expect(own).toMatchObject({ pid: process.pid, ppid: process.ppid, dead: false });
    expect(table.isStill(own)).toBe(true);
    expect(table.isStill({ ...own, startTime: own.startTime - 1 })).toBe(false);
    expect(table.read(2 ** 30)).toBeNull();
    const listing = await table.list(null, 0);
    expect(listing?.rows.map(({ pid }) => pid)).toContain(process.pid);
  });

  it("lists at least what came after a process, at once and after a long time", async () => {
    const [first, second] = ["a", "b"].map(() =>
      spawn("/bin/sleep", ["30"], { stdio: "ignore", env: { MARK: "here" } }),
    );
    try {
      const root = table.read(first!.pid!)!;
      for (const age of [0, 1e9]) {
        const pids = (await table.list(root, age))!.rows.map(({ pid }) => pid);
        expect(pids).toEqual(expect.arrayContaining([first!.pid, second!.pid]));
        expect(pids).not.toContain(1);
      }
      expect(table.environmentHolds(second!.pid!, "MARK=here")).toBe(true);
      expect(table.environmentHolds(second!.pid!, "MARK=there")).toBe(false);
      expect(table.environmentHolds(2 ** 30, "")).toBe(false);
    } finally {
      for (const child of [first!, second!]) {
        const gone = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGKILL");
        await gone;
      }
    }
  });

  it("never says that a process has no mark while it changes its program", async () => {
    // In execve(2) its environment reads as empty; some of so many looks fall there.
    const forever = `exec /bin/sh -c 'eval "$0"' "$0"`;
    const child = spawn("/bin/sh", ["-c", 'eval "$0"', forever], { stdio: "ignore", env: { MARK: "here" } });
    const answers = new Set<boolean | null>();
    for (const end = Date.now() + 1000; Date.now() < end; )
      answers.add(table.environmentHolds(child.pid!, "MARK=here"));
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
    expect([...answers]).not.toContain(false);
    expect([...answers]).toContain(true);
  });

  it("reads an environment of any size", async () => {
    const env = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`V${i}`, "x".repeat(10_000)]));
    const child = spawn("/bin/sleep", ["30"], { stdio: "ignore", env: { ...env, LAST: "found" } });
    expect(table.environmentHolds(child.pid!, "LAST=found")).toBe(true);
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  });
});
