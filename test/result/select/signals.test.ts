import { describe, expect, it } from "vitest";
import { signalsOf } from "../../../src/result/select/signals.js";

describe("signalsOf", () => {
  it.each([
    "3 errors",
    "1 error",
    "1 error generated.",
    "Found 1 error in 1 file (checked 1 source file)",
    "✖ 541 problems (1 error, 540 warnings)",
    "    1 Error(s)",
    "error: aborting due to 1 previous error; 2 warnings emitted",
    "2026-01-05T09:01:48.3390007Z Tests:       1 failed, 1187 passed, 1188 total",
    "ℹ fail 12",
    "[  FAILED  ] 2 tests, listed below:",
    "==13916== ERROR SUMMARY: 4 errors from 4 contexts (suppressed: 0 from 0)",
  ])("takes %j for a summary", (line) => {
    expect(signalsOf(line).summary).toBe(true);
  });

  it.each([
    "3:27 error trailing spaces",
    "16:08:09 26029 ERROR job: giving up",
    "16:08:09 26029 ERROR job failed",
    "16:08:09 26029 WARNING job: slow query",
    "2026-11-30 10:00:01 ERROR db down",
    "11:00:01,123 ERROR [main] boom",
    "Dockerfile:14 error: DL3006",
    "Error: 404 Not Found",
    "connect failed: 111 (Connection refused)",
    "Command failed: 2",
  ])("takes %j for none", (line) => {
    expect(signalsOf(line).summary).toBe(false);
  });
});
