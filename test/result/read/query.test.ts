import { describe, expect, it } from "vitest";
import { BrokerError } from "../../../src/errors/index.js";
import { parsePosition } from "../../../src/result/index.js";

const at = (line: number, character: number | null = null) => ({ line, character });

describe("parsePosition", () => {
  it("reads what markers write", () => {
    expect(parsePosition("12")).toEqual(at(12));
    expect(parsePosition("12:801")).toEqual(at(12, 801));
  });

  it.each(["", "0", "-1", "1:0", "a", "1.5", "1:2:3", "99999999999999"])("refuses %j", (text) => {
    expect(() => parsePosition(text)).toThrow(BrokerError);
  });
});
