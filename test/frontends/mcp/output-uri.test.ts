import { describe, expect, it } from "vitest";
import { FieldError, Fields } from "../../../src/frontends/mcp/fields.js";
import { outputUri, parseOutputUri, readQuery } from "../../../src/frontends/mcp/output-uri.js";

describe("the part of an output that is asked for", () => {
  const select = (values: { [name: string]: string | number }) => readQuery(new Fields(values)).select;

  it("is all of it, a range, the last lines or what matches", () => {
    expect(select({})).toEqual({ kind: "all" });
    expect(select({ from: 3, from_character: 9 })).toEqual({
      kind: "range",
      from: { line: 3, character: 9 },
      to: null,
    });
    expect(select({ tail: "5" })).toEqual({ kind: "tail", lines: 5 });
    expect(select({ grep: "x", context: 2 })).toEqual({ kind: "grep", pattern: "x", context: 2, from: null });
  });

  it("goes on with a search from where the page before ended", () => {
    expect(select({ grep: "x", from: 7, from_character: 2 })).toEqual({
      kind: "grep",
      pattern: "x",
      context: 0,
      from: { line: 7, character: 2 },
    });
  });

  it.each([
    [{ grep: "x", to: 3 }, "grep goes with from"],
    [{ grep: "x", tail: 3 }, "grep goes with from"],
    [{ tail: 3, from: 1 }, "tail goes alone"],
    [{ from_character: 3 }, "from_character goes with from"],
    [{ context: 3 }, "context goes with grep"],
  ])("is refused when it makes no sense together: %j", (values, message) => {
    expect(() => select(values)).toThrow(FieldError);
    expect(() => select(values)).toThrow(message);
  });

  it("is read back from a URI", () => {
    expect(parseOutputUri(`${outputUri("o_1")}?stream=stderr&tail=2`)).toEqual({
      id: "o_1",
      query: { stream: "stderr", select: { kind: "tail", lines: 2 }, encoding: "auto" },
    });
    expect(parseOutputUri("file:///etc/passwd")).toBeNull();
  });
});
