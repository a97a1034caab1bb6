import { expect, it } from "vitest";
import { ERRORS, EXIT_STATUS } from "../../src/errors/index.js";

it("gives every code the exit status of its status", () => {
  for (const { status, exitStatus } of Object.values(ERRORS)) expect(exitStatus).toBe(EXIT_STATUS[status]);
});

it("has the exit statuses of the contract", () => {
  expect(EXIT_STATUS).toEqual({
    success: 0,
    failed: 1,
    invalid: 64,
    error: 71,
    busy: 75,
    denied: 77,
    approval_required: 78,
    timeout: 124,
    cancelled: 130,
  });
});
