import { expect, test } from "vitest";
import type { Job } from "../../src/contract/index.js";
import { type Limits, needs, obstacle } from "../../src/scheduler/admission.js";
import { Usage } from "../../src/scheduler/usage.js";

const job = (more: Partial<Job> = {}): Job => ({
  id: "j",
  caller: "",
  group: "io",
  aloneInGroup: false,
  locks: [],
  priority: 0,
  ...more,
});
const limits: Limits = { concurrency: 3, groups: new Map([["io", 2]]) };
const holding = (...jobs: Job[]) => {
  const usage = new Usage();
  for (const each of jobs) usage.take(each);
  return usage;
};

test("locks come first, each once and in one order for all; then the group, then a slot", () => {
  expect(needs(job({ locks: ["b", "a", "b"] }))).toEqual([
    { kind: "lock", name: "a" },
    { kind: "lock", name: "b" },
    { kind: "group", name: "io" },
    { kind: "slot" },
  ]);
});

test("nothing stands against a job whose permits and locks are free", () => {
  expect(obstacle(job({ locks: ["a"] }), holding(job({ locks: ["b"] })), limits)).toBeNull();
});

test.each([
  ["a held lock", job({ locks: ["a", "b"] }), [job({ group: "cpu", locks: ["b"] })], { kind: "lock", name: "b" }],
  ["a full group", job(), [job(), job()], { kind: "group", name: "io" }],
  ["a group that runs, for who needs it alone", job({ aloneInGroup: true }), [job()], { kind: "group", name: "io" }],
  ["a group that is used alone", job(), [job({ aloneInGroup: true })], { kind: "group", name: "io" }],
  ["no slot left", job(), ["x", "y", "z"].map((group) => job({ group })), { kind: "slot" }],
])("%s stands against a job", (_, wanted, running, expected) => {
  expect(obstacle(wanted, holding(...running), limits)).toEqual(expected);
});

test("a group without a limit of its own has the global one alone", () => {
  expect(obstacle(job({ group: "x" }), holding(job({ group: "x" }), job({ group: "x" })), limits)).toBeNull();
});

test("what a job gives back is free again, and nothing else", () => {
  const first = job({ locks: ["a"], aloneInGroup: true });
  const usage = holding(first, job({ group: "cpu", locks: ["b"] }));
  usage.giveBack(first);
  expect(obstacle(first, usage, limits)).toBeNull();
  expect(obstacle(job({ locks: ["b"] }), usage, limits)).toEqual({ kind: "lock", name: "b" });
  expect([usage.running, [...usage.groups()]]).toEqual([1, ["cpu"]]);
});
