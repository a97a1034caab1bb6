import { describe, expect, it } from "vitest";
import type { Result } from "../../src/contract/index.js";
import { execJson, runCli } from "../support/cli.js";
import { fixedTool, makeProject } from "../support/project.js";

const echo = {
  name: "echo",
  description: "Prints its arguments.",
  command: ["printf", "{times}:%s\n", "{words}"],
  cwd: "project_root",
  timeout: 10,
  risk: "low",
  params: {
    times: { type: "integer", description: "Printed before each.", default: 1 },
    words: { type: "array", items: { type: "string" }, description: "What to print." },
  },
};
const project = () => makeProject({ tools: [echo] });

describe("what is not one request", () => {
  it("43: a byte order mark is accepted", async () => {
    const { result } = await execJson(project(), '\ufeff{"tool":"echo","args":{"words":["hi"]}}');
    expect(result.status).toBe("success");
  });

  it.each([
    ["nothing", ""],
    ["a cut document", '{"tool":"ec'],
    ["two documents", '{"tool":"echo"}{"tool":"echo"}'],
    ["single quotes", "{'tool':'echo'}"],
    ["a list", "[]"],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0xff, 0x7d])],
  ])("43: %s is one invalid result", async (_, input) => {
    const { result, code } = await execJson(project(), input);
    expect(result.status).toBe("invalid");
    expect(result.error?.hint).toBeTruthy();
    expect(code).toBe(64);
  });

  it("43: 64 MiB are refused without being taken in", async () => {
    const { result, code } = await execJson(project(), Buffer.alloc(64 * 1024 * 1024, " "));
    expect(result).toMatchObject({ status: "invalid", error: { code: "AR_REQUEST_TOO_LARGE" } });
    expect(code).toBe(64);
  });

  it("43: lines are split at line feeds alone, and separators are escaped in answers", async () => {
    const input = `{"tool":"echo","id":"a","args":{"words":["x\u2028y"]}}\n`;
    const { stdout } = await runCli(project(), ["exec", "--ndjson"], { input });
    expect(stdout).toContain("\\u2028");
    const result: Result = JSON.parse(stdout);
    expect(result).toMatchObject({ id: "a", status: "success" });
  });
});

describe("strictness", () => {
  it.each([
    ["a key twice", '{"tool":"echo","args":{"words":["safe"]},"args":{"words":["evil"]}}', "args"],
    ["an unknown key", '{"tool":"echo","timeout":5}', "timeout"],
    ["__proto__", '{"tool":"echo","__proto__":{"cwd":"/etc"}}', "__proto__"],
    ["__proto__ in args", '{"tool":"echo","args":{"__proto__":{"words":["x"]}}}', "__proto__"],
  ])("44: %s is refused by name", async (_, input, name) => {
    const { result } = await execJson(project(), input);
    expect(result.status).toBe("invalid");
    expect(result.error?.message).toContain(name);
  });

  it("44: a key that is near says which was meant", async () => {
    const { result } = await execJson(project(), '{"tool":"echo","timeout":5}');
    expect(`${result.error?.message} ${result.error?.hint}`).toContain("timeout_ms");
  });

  it.each([
    ["words as one string", '{"tool":"echo","args":{"words":"a b"}}'],
    ["null for a number", '{"tool":"echo","args":{"times":null,"words":[]}}'],
    ["timeout_ms as a string", '{"tool":"echo","timeout_ms":"5000"}'],
    ["timeout_ms null", '{"tool":"echo","timeout_ms":null}'],
    ["args as words", '{"tool":"echo","args":"echo hi"}'],
    ["a fraction for an integer", '{"tool":"echo","args":{"times":1.5,"words":[]}}'],
  ])("45: %s is refused with a path", async (_, input) => {
    const { result } = await execJson(project(), input);
    expect(result.status).toBe("invalid");
    expect(result.error?.path).toMatch(/^\$\./);
  });

  it("45: what has one reading inside args is repaired and noted", async () => {
    const number = await execJson(project(), '{"tool":"echo","args":{"times":"2","words":["it\'s"]}}');
    expect(number.result).toMatchObject({ status: "success", stdout: "2:it's\n" });
    expect(number.result.note).toContain("times");
    const text = await execJson(project(), JSON.stringify({ tool: "echo", args: '{"words":["a"]}' }));
    expect(text.result).toMatchObject({ status: "success", stdout: "1:a\n" });
    expect(text.result.note).toContain("args");
  });

  it("takes a list as the parameters in their order", async () => {
    const { result } = await execJson(project(), { tool: "echo", args: ["3", "a", "b c"] });
    expect(result).toMatchObject({ status: "success", stdout: "3:a\n3:b c\n" });
  });

  it("names the tool that was probably meant", async () => {
    const { result } = await execJson(project(), { tool: "ehco" });
    expect(result).toMatchObject({ status: "invalid", error: { code: "AR_TOOL_UNKNOWN" } });
    expect(`${result.error?.message} ${result.error?.hint}`).toContain("echo");
  });
});

describe("results", () => {
  it("every field is always there", async () => {
    const fields = [
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
    ].sort();
    const tools = [fixedTool(["true"]), fixedTool(["/no/such"], { name: "missing" })];
    for (const request of ["{", { tool: "t" }, { tool: "missing" }, { tool: "nope" }]) {
      const { result } = await execJson(makeProject({ tools }), request);
      expect(Object.keys(result).sort()).toEqual(fields);
    }
  });

  it("dry_run answers what explain says, and runs nothing", async () => {
    const dry = makeProject({ tools: [fixedTool(["touch", "made"])] });
    const { result } = await execJson(dry, { tool: "t", dry_run: true });
    expect(result).toMatchObject({ tool: "t", argv: ["touch", "made"], cwd: dry.dir, policy: { action: "allow" } });
    expect(() => dry.read("made")).toThrow();
  });

  it("an invalid registry is a result too, with every fault", async () => {
    const broken = makeProject({ tools: [{ ...fixedTool(["true"]), risk: "lwo", timeuot: 3 }] });
    const { result, code } = await execJson(broken);
    expect(result).toMatchObject({ status: "error", error: { code: "AR_REGISTRY_INVALID" } });
    expect(code).toBe(71);
    expect(result.error?.details.faults).toHaveLength(2);
  });
});
