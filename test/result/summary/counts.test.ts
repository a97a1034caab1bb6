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
    ["bundle finished with 1 error", { errors: 1 }],
    ["Found 1 error in src/a.ts:3", { errors: 1 }],
    ["1 error generated.", { errors: 1 }],
    ["FOUND 1 ERROR AFFECTING 1 LINE", { errors: 1 }],
    ["There was 1 failure:", { failed: 1 }],
    ["    1 Error(s)", { errors: 1 }],
    ["    2 Warning(s)", { warnings: 2 }],
    ["3 error, 2 warning", { errors: 3, warnings: 2 }],
    ["error: 1, warning: 2", { errors: 1, warnings: 2 }],
    ["97% tests passed, 2 tests failed out of 62", { failed: 2 }],
    ["201 passed and 2 failed.", { passed: 201, failed: 2 }],
    ["Executed 5 of 5 (2 FAILED)", { failed: 2 }],
    ["Failed!  - Failed:     1, Passed:     9, Skipped:     0, Total:    10", { passed: 9, failed: 1 }],
    ["  │ Failing:      2  │", { failed: 2 }],
    ["Tests Passed: 9, Failed: 1, Skipped: 0", { passed: 9, failed: 1 }],
    ["result: passed=3 failed=2", { passed: 3, failed: 2 }],
    ["Tests: 60, Errors: 2, Failures: 1, Risky: 3.", { errors: 2, failed: 1 }],
    ["2026-01-05T09:01:48.3390007Z Tests:       1 failed, 1187 passed, 1188 total", { passed: 1187, failed: 1 }],
    ["ℹ pass 30", { passed: 30 }],
    ["ℹ fail 12", { failed: 12 }],
    ["# pass 30", { passed: 30 }],
    ["# FAIL:  1", { failed: 1 }],
    ["error: aborting due to 2 previous errors; 1 warning emitted", { errors: 2, warnings: 1 }],
    ["error: could not compile `a` (lib) due to 3 previous errors; 50 warnings emitted", { errors: 3, warnings: 50 }],
    ["error: could not compile `a` (lib test) due to 1 previous error", { errors: 1 }],
    ["==13916== ERROR SUMMARY: 4 errors from 4 contexts (suppressed: 0 from 0)", { errors: 4 }],
    ["Tests: succeeded 18, failed 2, canceled 0, ignored 0, pending 0", { passed: 18, failed: 2 }],
    ["[  PASSED  ] 18 tests.", { passed: 18 }],
    ["[  FAILED  ] 2 tests, listed below:", { failed: 2 }],
    ["    1 Fehler", { errors: 1 }],
    ["    0 Warnung(en)", { warnings: 0 }],
  ])("reads %j", (line, counts) => {
    expect(readCounts(["INFO something", line, ""])).toEqual({ ...none, ...counts });
  });

  it.each([
    "retrying after 3 failed attempts to reach the upstream host",
    "Test Suites: 1 failed, 140 passed, 141 total",
    "loaded error_3.txt",
    "error 404",
    "coverage: 87.5% passed",
    "  3:27      error    trailing spaces  (trailing-spaces)",
    "3:27  error",
    "16:08:09 26029 ERROR job: giving up",
    "16:08:09 26029 WARNING job: slow query 900 ms",
    "08:53:22 22251 ERROR [etl.transform] record 55120 skipped",
    "12:00:01 1 ERROR disk lost",
    "Error: 404 Not Found",
    "Error: 404",
    "404 error",
    "2026-11-30 10:00:01 ERROR db down",
    "11:00:01,123 ERROR [main] boom",
    "connect failed: 111 (Connection refused)",
    "connect failed: 111",
    "[ssl] handshake error=10061",
    "[1234] ERROR: 8080 already in use",
    "Command failed: 2",
    "pull failed: 3 attempts left",
    "Dockerfile:14 error: DL3006",
    "parser.y: line 1 error near token",
    "step 3 failed",
    "Test #12 failed",
    "2/62 tests failed",
    "3 failed attempts",
    "errors: 0.009286 ms",
    "",
  ])("reads nothing in %j", (line) => {
    expect(readCounts([line])).toBeNull();
  });

  it("takes the last of several summaries only when it is their total", () => {
    const part = (passed: number) => `${passed} passed, 0 failed`;
    expect(readCounts([part(3), part(4), part(7)])).toMatchObject({ passed: 7, failed: 0 });
    expect(readCounts([part(3), part(4)])).toMatchObject({ passed: null, failed: 0 });
    expect(readCounts(["web: Found 3 errors", "api: Found 5 errors"])).toBeNull();
    expect(readCounts(["3 errors generated.", "1 error generated."])).toBeNull();
  });
});
