import { expect, it } from "vitest";
import { fault, refusal } from "../../src/errors/index.js";

const FIELDS = [
  "id",
  "tool",
  "status",
  "exit_code",
  "signal",
  "stdout",
  "stderr",
  "truncated",
  "output",
  "key_lines",
  "counts",
  "duration_ms",
  "queued_ms",
  "note",
  "cleanup",
  "error",
];

const notJson = fault("AR_REQUEST_NOT_JSON", "The input is not JSON.", { hint: "Send one JSON object.", path: "$" });

it("a refusal has every field of a Result", () => {
  const refused = refusal("c9", null, notJson, ["one", "two"]);
  expect(Object.keys(refused)).toEqual(FIELDS);
  expect(refused).toMatchObject({ id: "c9", tool: null, status: "invalid", output: null, note: "one; two" });
  expect(refused.error).toEqual({
    code: "AR_REQUEST_NOT_JSON",
    message: "The input is not JSON.",
    hint: "Send one JSON object.",
    retryable: false,
    retry_after_ms: null,
    path: "$",
    details: {},
  });
});
