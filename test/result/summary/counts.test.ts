import { describe, expect, it } from "vitest";
import { readCounts } from "../../../src/result/summary/index.js";

const none = { errors: null, warnings: null, passed: null, failed: null };

describe("readCounts", () => {
  it.each([
    ["Tests:       2 failed, 252 passed, 254 total", { passed: 252, failed: 2 }],
    ["========= 2 failed, 221 passed, 1 skipped, 1 error in 1.61s =========", { passed: 221, failed: 2, errors: 1 }],
    ["test result: FAILED. 140 passed; 2 failed; 0 ignored; 0 measured", { passed: 140, failed: 2 }],
    ["93 examples, 2 failures, 1 pending", { failed: 2 }],
    ["Tests run: 5, Failures: 1, Errors: 2, Skipped: 0", { failed: 1, errors: 2 }],
    ["FAILED (failures=1, errors=3)", { failed: 1, errors: 3 }],
    ["✖ 541 problems (1 error, 540 warnings)", { errors: 1, warnings: 540 }],
    ["Found 63 errors in 1 file (checked 1 source file)", { errors: 63 }],
    ["100 errors", { errors: 100 }],
    ["8 个错误", { errors: 8 }],
    ["警告30個", { warnings: 30 }],
    ["      Tests  2 failed | 240 passed (242)", { passed: 240, failed: 2 }],
    ["  285 passing (1s)", { passed: 285 }],
    ["# pass 4", { passed: 4 }],
    ["1,187 passed", { passed: 1187 }],
  ])("reads %j", (line, counts) => {
    expect(readCounts(["INFO something", line, ""])).toEqual({ ...none, ...counts });
  });

  it.each([
    "retrying after 3 failed attempts to reach the upstream host",
    "Test Suites: 1 failed, 140 passed, 141 total",
    "loaded error_3.txt",
    "error 404",
    "coverage: 87.5% passed",
    "",
  ])("reads nothing in %j", (line) => {
    expect(readCounts([line])).toBeNull();
  });

  it("takes the last of several summaries only when it is their total", () => {
    const part = (passed: number) => `${passed} passed, 0 failed`;
    expect(readCounts([part(3), part(4), part(7)])).toMatchObject({ passed: 7, failed: 0 });
    expect(readCounts([part(3), part(4)])).toMatchObject({ passed: null, failed: 0 });
  });
});
