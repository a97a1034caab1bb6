import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean, nearest } from "../../src/errors/index.js";

describe("nearest", () => {
  it.each([
    ["timeot", "timeout"],
    ["maxTimeout", "max_timeout"],
    ["lwo", "low"],
    ["gti_log", "git_log"],
    ["ehco", "echo"],
    ["timeout", "timeout_ms"],
  ])("%s was probably %s", (name, meant) => {
    expect(nearest(name, ["low", "echo", "git_log", "max_timeout", meant])).toBe(meant);
  });

  it.each(["xyz", "", "completely_different"])("%j is near nothing", (name) => {
    expect(nearest(name, ["low", "echo", "git_log"])).toBeNull();
  });

  it("finds a name that is there, whatever else is", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{3,12}$/), { minLength: 1 }), (names) => {
        expect(nearest(names[0]!, names)).toBe(names[0]);
      }),
    );
  });
});

it("didYouMean says nothing where nothing is near", () => {
  expect(didYouMean("lwo", ["low"])).toBe(' Did you mean "low"?');
  expect(didYouMean("xyz", ["low"])).toBe("");
});
