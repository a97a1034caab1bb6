import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProcessRow } from "../../src/execution/process-table.js";
import { type TreeIdentity, treeMembers } from "../../src/execution/tree-members.js";

const LEADER = 100;
const identity: TreeIdentity = {
  leader: LEADER,
  leaderStart: 50,
  leaderHeld: true,
  groupHeld: true,
  known: new Map(),
  excluded: new Set([0, 1, 42]),
};
const row = (pid: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  ppid: 1,
  pgid: pid,
  session: pid,
  startTime: 60,
  dead: false,
  ...more,
});
const leader = row(LEADER, { startTime: 50 });
const members = (rows: ProcessRow[], tree: Partial<TreeIdentity> = {}, marked: number[] = []) =>
  treeMembers(rows, { ...identity, ...tree }, ({ pid }) => marked.includes(pid))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);

describe("treeMembers", () => {
  it("takes the leader, its group, its session, what is marked, and all their descendants", () => {
    const rows = [
      leader,
      row(101, { pgid: LEADER }),
      row(102, { session: LEADER }),
      row(103),
      row(104, { ppid: 105 }),
      row(105, { ppid: 103 }),
      row(106),
    ];
    expect(members(rows, {}, [103])).toEqual([100, 101, 102, 103, 104, 105]);
  });

  it("keeps what was seen earlier when its parent is gone, unless the pid names another now", () => {
    const known = new Map([
      [101, 60],
      [102, 55],
    ]);
    expect(members([row(101), row(102), row(103, { ppid: 101 })], { known })).toEqual([101, 103]);
  });

  it("does not take the leader's number for the leader once it was reaped, nor its group once that is gone", () => {
    const reused = [row(LEADER, { startTime: 70 }), row(101, { pgid: LEADER })];
    expect(members(reused, { leaderHeld: false, groupHeld: false })).toEqual([]);
    expect(members([row(LEADER, { startTime: 51 })], { groupHeld: false })).toEqual([]);
  });

  it("asks for the mark last, and not of the dead", () => {
    const asked: number[] = [];
    treeMembers([leader, row(101, { ppid: LEADER }), row(102, { dead: true }), row(103)], identity, ({ pid }) => {
      asked.push(pid);
      return false;
    });
    expect(asked).toEqual([103]);
  });

  it("never takes the broker, the first process, or what is older than the leader, and always all descendants", () => {
    const pid = fc.integer({ min: 1, max: 12 });
    const rows = fc.uniqueArray(
      fc.record({
        pid,
        ppid: pid,
        pgid: pid,
        session: pid,
        startTime: fc.integer({ min: 1, max: 9 }),
        dead: fc.boolean(),
      }),
      { selector: (row) => row.pid, maxLength: 12 },
    );
    fc.assert(
      fc.property(rows, fc.array(pid), fc.boolean(), fc.boolean(), (rows, marked, leaderHeld, groupHeld) => {
        const tree = {
          leader: 5,
          leaderStart: 4,
          leaderHeld,
          groupHeld,
          known: new Map([[7, 6]]),
          excluded: new Set([1, 2]),
        };
        const found = treeMembers(rows, tree, (row) => marked.includes(row.pid));
        const pids = new Set(found.map((row) => row.pid));
        expect(pids.size).toBe(found.length);
        for (const row of found) expect(row.pid > 2 && row.startTime >= 4).toBe(true);
        for (const row of rows) {
          const possible = row.pid > 2 && row.startTime >= 4;
          if (possible && pids.has(row.ppid)) expect(pids).toContain(row.pid);
          if (possible && marked.includes(row.pid) && !row.dead) expect(pids).toContain(row.pid);
        }
      }),
    );
  });
});
