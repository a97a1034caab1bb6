import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fault } from "../../src/errors/index.js";
import { jsonLine } from "../../src/json-line.js";
import { createRunMarks, decisionRecord, endRecord } from "../../src/observe/index.js";
import { callLine } from "../../src/observe/records.js";
import { allowed, mark, sampleCall, sampleResult } from "./samples.js";

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("records", () => {
  it("of a decision say what would run and why", () => {
    const call = sampleCall({ env: { ZED: "1", PATH: "/usr/bin" } });
    expect(decisionRecord(call, allowed, mark, "sha256:ab")).toEqual({
      event: "decision",
      time: isoTime,
      run: "r-1",
      pid: 42,
      started: "7",
      id: "c1",
      tool: "deploy",
      caller: "planner",
      role: "public",
      argv: ["deploy", "--to", "staging"],
      cwd: "/srv/app",
      env: ["PATH", "ZED"],
      digest: "sha256:ab",
      action: "allow",
      rule: "policy.high",
      reason: "The config allows it.",
    });
  });

  it("of an end say what became of it", () => {
    const cleanup = { signals: [], leftovers_killed: 2, survivors: [99] };
    expect(endRecord(sampleCall(), sampleResult({ cleanup }), mark)).toEqual({
      event: "end",
      time: isoTime,
      run: "r-1",
      pid: 42,
      started: "7",
      id: "c1",
      tool: "deploy",
      caller: "planner",
      status: "failed",
      exit_code: 2,
      signal: null,
      queued_ms: 1,
      duration_ms: 12,
      stdout_bytes: 4,
      stderr_bytes: 12,
      output_id: "o_1",
      leftovers_killed: 2,
      survivors: [99],
      error: null,
    });
  });

  it("exist for a request that never became a call", () => {
    const error = { ...fault("AR_TOOL_UNKNOWN", "No tool."), retryable: false, retry_after_ms: null };
    const { retryAfterMs: _, ...body } = error;
    const result = sampleResult({ tool: null, status: "invalid", output: null, key_lines: [], error: body });
    expect(endRecord(null, result, mark)).toMatchObject({
      tool: null,
      caller: null,
      status: "invalid",
      stdout_bytes: null,
      error: { code: "AR_TOOL_UNKNOWN", message: "No tool." },
    });
    expect(callLine(null, result)).toMatchObject({ id: "c1", status: "invalid", key_line: null });
  });

  it("of the log give argv and the first key line", () => {
    expect(callLine(sampleCall(), sampleResult())).toMatchObject({
      argv: ["deploy", "--to", "staging"],
      key_line: "E: no route",
      queued_ms: 1,
    });
  });

  it("are bounded whatever is called", () => {
    const argv = ["deploy", "x".repeat(1e6), ...Array(1e5).fill("\u0001")];
    const env = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`V${at}`, "x".repeat(50)]));
    const huge = sampleCall({ shownArgv: argv, env, id: "i".repeat(1e5), caller: "\u2028".repeat(1e5) });
    const keyLines = sampleResult({ key_lines: [{ stream: "stdout", line: 1, text: "e".repeat(1e6), kind: "error" }] });
    const record = decisionRecord(huge, allowed, mark, null);
    expect(jsonLine(record).length).toBeLessThan(30_000);
    expect(record.argv_left_out).toBe(argv.length - (record.argv as string[]).length);
    expect(jsonLine(callLine(huge, keyLines)).length).toBeLessThan(30_000);
  });

  it("are one line each, in every reader's eyes", () => {
    const line = jsonLine(callLine(sampleCall({ caller: "a\u2028b\u2029c\nd\ud800" }), sampleResult()));
    expect(line.match(/[\n\u2028\u2029]/g)).toEqual(["\n"]);
    expect(JSON.parse(line).caller).toBe("a\u2028b\u2029c\nd\ud800");
  });
});

describe("no secret stands in a record", () => {
  const hasSecret = (secret: string, record: object) =>
    JSON.stringify(record).includes(JSON.stringify(secret).slice(1, -1));

  it("whatever it is and wherever it turns up", () => {
    // The section sign keeps it from being a part of the record's own words.
    const secret = fc.string({ unit: "binary", minLength: 1, maxLength: 40 }).map((text) => `§${text}`);
    const around = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(fc.array(secret, { minLength: 1, maxLength: 4 }), around, around, (secrets, before, after) => {
        const dirty = secrets.map((value) => `${before}${value}${after}`).join(" ");
        const error = { code: "AR_SPAWN_FAILED" as const, message: dirty, hint: dirty, path: null, details: {} };
        const result = sampleResult({
          key_lines: [{ stream: "stderr", line: 1, text: dirty, kind: "error" }],
          error: { ...error, retryable: false, retry_after_ms: null },
        });
        const call = sampleCall({ id: dirty, caller: dirty, shownArgv: ["deploy", dirty], secrets });
        const decision = { ...allowed, reason: dirty };
        const records = [
          decisionRecord(call, decision, mark, null),
          endRecord(call, result, mark),
          callLine(call, result),
        ];
        for (const record of records) {
          for (const value of secrets) expect(hasSecret(value, record)).toBe(false);
        }
      }),
    );
  });

  it("also in the forms it takes in JSON, in a URL and over several lines", () => {
    const key = "-----BEGIN-----\nMIIEvQIBADANBg/+==\nx\n-----END-----";
    const shown = (text: string) =>
      callLine(
        sampleCall({ secrets: [key, 'p"ss w\\rd'] }),
        sampleResult({ key_lines: [{ stream: "stdout", line: 1, text, kind: "error" }] }),
      ).key_line;
    expect(shown("got MIIEvQIBADANBg/+==")).toBe("got [secret]");
    expect(shown("?key=MIIEvQIBADANBg%2F%2B%3D%3D&x=1")).toBe("?key=[secret]&x=1");
    expect(shown('{"password": "p\\"ss w\\\\rd"}')).toBe('{"password": "[secret]"}');
  });

  it("and the whole of it when another one is its beginning", () => {
    const secrets = ["abc-1", "abc-12345", "abc"];
    expect(callLine(sampleCall({ secrets, caller: "is abc-12345 or abc" }), sampleResult()).caller).toBe(
      "is [secret] or [secret]",
    );
  });

  it("and values of variables count as such, where they are more than a common word or a path", () => {
    const env = { TOKEN: "tok-12345678", HOME: "/home/somebody", CI: "true" };
    const keyLine = "true: tok-12345678 is not for /home/somebody";
    const result = sampleResult({ key_lines: [{ stream: "stdout", line: 1, text: keyLine, kind: "error" }] });
    expect(callLine(sampleCall({ env }), result).key_line).toBe("true: [secret] is not for /home/somebody");
  });
});

describe("run marks", () => {
  it("differ for each call and each broker", () => {
    const [one, other] = [createRunMarks({ pid: 1, started: null }), createRunMarks({ pid: 1, started: null })];
    const marks = [one(), one(), other(), other()];
    expect(new Set(marks.map(({ run }) => run)).size).toBe(4);
    expect(marks[0]).toMatchObject({ pid: 1, started: null });
  });
});

describe("a secret of any length", () => {
  it("is masked where a line was cut within it", () => {
    const secrets = [`SECRET${"x".repeat(300)}`];
    const text = `error: bad token SECRET${"x".repeat(150)}`;
    const line = callLine(
      sampleCall({ secrets }),
      sampleResult({ key_lines: [{ stream: "stderr", line: 1, text, kind: "error" }] }),
    );
    expect(line.key_line).toBe("error: bad token [secret]");
  });

  it("may be longer than a regular expression", () => {
    const secrets = ["x-".repeat(50_000)];
    const line = callLine(sampleCall({ secrets, caller: `is ${secrets[0]}` }), sampleResult());
    expect(line.caller).toBe("is [secret]");
  });
});
