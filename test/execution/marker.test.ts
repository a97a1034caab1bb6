import { afterEach, describe, expect, it } from "vitest";
import { MARKER_VARIABLE, withMarker } from "../../src/execution/marker.js";

describe("the marker of a run", () => {
  afterEach(() => {
    delete process.env[MARKER_VARIABLE];
  });

  it("is added to the environment, which stays as it was", () => {
    const env = { A: "1" };
    expect(withMarker(env, "m")).toEqual({ A: "1", [MARKER_VARIABLE]: "m" });
    expect(env).toEqual({ A: "1" });
  });

  it("keeps the marker of a broker around this one", () => {
    process.env[MARKER_VARIABLE] = "outer";
    expect(withMarker({}, "inner")[MARKER_VARIABLE]).toBe("outer,inner");
  });
});
