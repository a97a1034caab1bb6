import { describe, expect, it } from "vitest";
import type { Execution, Outcome, Settlement } from "../../src/contract/index.js";
import { ERRORS, fault, nothingRan } from "../../src/errors/index.js";
import { buildResult } from "../../src/result/index.js";
import { OUTPUT_ID, run, settlementOf } from "./support.js";

function ended(outcome: Outcome, more: Partial<Execution> = {}, call: Partial<Settlement["call"]> = {}) {
  const base = settlementOf({ stdout: "up\n" });
  return buildResult({ ...base, call: { ...base.call, ...call }, execution: { ...base.execution, outcome, ...more } });
}

const killed = { code: null, signal: "SIGKILL" } as const;

describe("buildResult", () => {
  it("gives every field, always", async () => {
    expect(Object.keys(await run({ stdout: "hi\n" }))).toEqual(Object.keys(nothingRan("c1", "probe")));
  });

  it("takes the status from the process alone", async () => {
    const text = { stdout: "ERROR: everything failed\n" };
    expect(await run(text, { exitCode: 0 })).toMatchObject({
      status: "success",
      exit_code: 0,
      signal: null,
      error: null,
    });
    expect(await run({ stdout: "all fine\n" }, { exitCode: 1 })).toMatchObject({
      status: "failed",
      exit_code: 1,
      error: null,
    });
    expect(await ended({ kind: "exited", exit: killed })).toMatchObject({
      status: "failed",
      exit_code: null,
      signal: "SIGKILL",
    });
    expect(await run({}, { exitCode: 137 })).toMatchObject({ status: "failed", exit_code: 137, signal: null });
  });

  it("says what a benign exit code means", async () => {
    expect(await run({}, { exitCode: 3 })).toMatchObject({
      status: "success",
      exit_code: 3,
      note: "exit code 3: nothing found",
    });
  });

  it("keeps output and exit of a run that a timeout stopped", async () => {
    const result = await ended({ kind: "stopped", reason: { kind: "run_timeout", limitMs: 800 }, exit: killed });
    expect(result).toMatchObject({ status: "timeout", signal: "SIGKILL", exit_code: null, stdout: "up\n" });
    expect(result.error).toMatchObject({
      code: "AR_TIMEOUT_RUN",
      retryable: true,
      details: { kind: "run", limit_ms: 800 },
    });
    expect(result.error!.message).toContain("0.8 s");
    expect(result.error!.hint).toContain("timeout_ms, up to 60000");
  });

  it.each<[Outcome, string, string, object]>([
    [
      { kind: "stopped", reason: { kind: "idle_timeout", limitMs: 50 }, exit: killed },
      "timeout",
      "AR_TIMEOUT_IDLE",
      { kind: "idle" },
    ],
    [{ kind: "stopped", reason: { kind: "cancelled" }, exit: null }, "cancelled", "AR_CANCELLED", {}],
    [{ kind: "stopped", reason: { kind: "shutdown" }, exit: killed }, "cancelled", "AR_SHUTDOWN", {}],
    [
      { kind: "stopped", reason: { kind: "output_limit", limitBytes: 99 }, exit: killed },
      "error",
      "AR_OUTPUT_LIMIT",
      { limit_bytes: 99 },
    ],
    [{ kind: "limited", limit: "memory", exit: killed }, "error", "AR_RESOURCE_LIMIT", { kind: "memory" }],
    [
      { kind: "limited", limit: "cpu", exit: { code: null, signal: "SIGXCPU" } },
      "error",
      "AR_RESOURCE_LIMIT",
      { kind: "cpu" },
    ],
    [
      { kind: "faulted", fault: fault("AR_QUEUE_FULL", "The queue is full.", { retryAfterMs: 40 }) },
      "busy",
      "AR_QUEUE_FULL",
      {},
    ],
    [{ kind: "faulted", fault: fault("AR_PROGRAM_NOT_FOUND", "No program x.") }, "error", "AR_PROGRAM_NOT_FOUND", {}],
  ])("gives %j status %s and code %s", async (outcome, status, code, details) => {
    const result = await ended(outcome);
    expect(result.status).toBe(status);
    expect(result.error).toMatchObject({ code, details, retryable: ERRORS[result.error!.code].retryable });
    if (outcome.kind !== "faulted") expect(result.error!.hint).not.toBeNull();
  });

  it("joins what is to be remarked", async () => {
    const base = settlementOf({ stdout: "x\n" }, { exitCode: 3 });
    const captured = { ...base.execution.captured!, spoolNote: "the output is not stored: no space left" };
    const result = await buildResult({
      ...base,
      call: { ...base.call, notes: ["limit was a string"] },
      execution: { ...base.execution, captured },
    });
    expect(result.note).toBe("limit was a string; exit code 3: nothing found; the output is not stored: no space left");
  });

  it("reports what had to be stopped", async () => {
    const cleanup = { signals: [{ signal: "SIGTERM" as const, atMs: 800.4 }], leftoversKilled: 2, survivors: [] };
    const result = await ended({ kind: "exited", exit: { code: 0, signal: null } }, { cleanup });
    expect(result.cleanup).toMatchObject({ signals: [{ signal: "SIGTERM" }], leftovers_killed: 2, survivors: [] });
  });

  it("counts bytes and lines, and names the stored output", async () => {
    const { output } = await run({ stdout: "a\nb", stderr: "" });
    expect(output).toEqual({
      id: OUTPUT_ID,
      stdout: { bytes: 3, lines: 2, shown_lines: 2, encoding: "utf-8" },
      stderr: { bytes: 0, lines: 0, shown_lines: 0, encoding: null },
    });
  });

  it("shows what memory holds when the stored output cannot be read", async () => {
    const stored = {
      id: OUTPUT_ID,
      encoding: "auto",
      // biome-ignore lint/correctness/useYield: it fails before the first piece
      async *pieces(): AsyncGenerator<never> {
        throw new Error("file is gone");
      },
    };
    const lines = Array.from({ length: 5000 }, (_, i) => `line ${i}\n`).join("");
    const result = await run({ stdout: lines }, { keep: 1000, stored });
    expect(result.note).toContain("file is gone");
    expect(result.stdout).toContain("line 4999");
  });

  it("points at the lines that matter when a run failed, and only then", async () => {
    const stdout = `${"INFO step done\n".repeat(50)}Error: disk quota exceeded\n    at save (src/db.js:4:1)\n1 failed, 9 passed\n`;
    const failed = await run({ stdout });
    expect(failed.key_lines).toContainEqual({
      stream: "stdout",
      line: 51,
      text: "Error: disk quota exceeded",
      kind: "error",
    });
    expect(failed.key_lines).toContainEqual({
      stream: "stdout",
      line: 53,
      text: "1 failed, 9 passed",
      kind: "summary",
    });
    expect(failed.key_lines).toContainEqual(expect.objectContaining({ line: 52, kind: "place" }));
    expect(failed.key_lines.length).toBeLessThanOrEqual(20);
    expect(failed.counts).toEqual({ errors: null, warnings: null, passed: 9, failed: 1 });
    expect((await run({ stdout }, { exitCode: 0 })).key_lines).toEqual([]);
  });

  it("keeps a flood of NULs small in JSON", async () => {
    const result = await run({ stdout: Buffer.alloc(200_000) }, { exitCode: 0 });
    expect(result.stdout).toBe("␀");
    expect(JSON.stringify(result).length).toBeLessThan(2000);
  });

  it("cuts a text of emoji on whole characters", async () => {
    const result = await run({ stdout: `a${"😀".repeat(40_000)}` });
    expect(result.truncated).toBe(true);
    expect(result.stdout.isWellFormed()).toBe(true);
    expect(result.stdout).not.toContain("\ufffd");
  });
});
