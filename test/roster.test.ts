import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Roster } from "../src/roster.js";

describe("Roster", () => {
  it("holds what was added and not removed, in order of arrival, whatever comes and goes", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant("add" as const), value: fc.string() }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), pick: fc.nat() }) },
      fc.record({ kind: fc.constant("other" as const), number: fc.integer() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const roster = new Roster<string>();
        const model = new Map<number, string>();
        const given = new Set<number>();
        for (const one of steps) {
          if (one.kind === "add") {
            const { next } = roster;
            const number = roster.add(one.value);
            expect(number).toBe(next);
            expect(given.has(number)).toBe(false);
            given.add(number);
            model.set(number, one.value);
          } else if (one.kind === "remove" && model.size > 0) {
            const number = [...model.keys()][one.pick % model.size]!;
            model.delete(number);
            expect(roster.remove(number)).toBe(true);
            expect(roster.remove(number)).toBe(false);
          } else if (one.kind === "other" && !model.has(one.number)) {
            expect(roster.get(one.number)).toBeUndefined();
            expect(roster.remove(one.number)).toBe(false);
          }
          expect(roster.size).toBe(model.size);
        }
        expect(roster.values()).toEqual([...model.values()]);
        for (const [number, value] of model) expect(roster.get(number)).toBe(value);
      }),
    );
  });

  it("passes over numbers of what stays, while others come and go", () => {
    const roster = new Roster<string>();
    const stays = Array.from({ length: 100 }, (_, index) => roster.add(`stays ${index}`));
    for (let times = 0; times < 10_000; times++) roster.remove(roster.add("passes"));
    expect(roster.size).toBe(stays.length);
    expect(stays.map((number) => roster.get(number))).toEqual(roster.values());
  });
});
