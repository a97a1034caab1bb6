import { expect, it } from "vitest";
import { memo } from "../src/memo.js";

it("makes once for each object, also when nothing comes of it", () => {
  let made = 0;
  const lengthOf = memo((key: { readonly text?: string }) => {
    made += 1;
    return key.text?.length;
  });
  const [one, other] = [{ text: "abc" }, {}];
  expect([lengthOf(one), lengthOf(other), lengthOf(one), lengthOf(other)]).toEqual([3, undefined, 3, undefined]);
  expect(made).toBe(2);
  expect(lengthOf({ text: "abc" })).toBe(3);
  expect(made).toBe(3);
});

it("remembers nothing when making fails", () => {
  let fail = true;
  const made = memo((_key: object) => {
    if (fail) throw new Error("not now");
    return "made";
  });
  const key = {};
  expect(() => made(key)).toThrow("not now");
  fail = false;
  expect(made(key)).toBe("made");
});
