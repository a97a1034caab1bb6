import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { buildCall, checkExample, findTool, parseRequest } from "../../src/call/index.js";
import type { ToolDefinition } from "../../src/contract/index.js";
import { built, context, elements, parameter, refused, request, settings, temporaryFolder, tool } from "./support.js";

const words = parameter("words", { type: "array", items: { type: "string" } }, { optional: true });
const printf = tool({ command: { program: "printf", elements: elements("[%s]", "{words}") }, parameters: [words] });

describe("buildCall", () => {
  it("makes exactly what would run, frozen", () => {
    const projectRoot = temporaryFolder();
    const call = built(
      printf,
      { id: "c1", args: ["a b"], caller: "planner", priority: 7, timeout_ms: 15_000 },
      { settings: settings({ projectRoot }) },
    );
    expect(call).toMatchObject({
      id: "c1",
      caller: "planner",
      role: "public",
      priority: 7,
      argv: ["printf", "[%s]", "a b"],
      program: { kind: "found" },
      cwd: { kind: "folder", path: projectRoot },
      locks: [],
      aloneInGroup: false,
      timeoutMs: 15_000,
      idleTimeoutMs: null,
      graceMs: 2500,
      outputTokens: 2000,
      secrets: [],
      notes: [],
    });
    expect(Object.isFrozen(call)).toBe(true);
  });

  it("gives a real program every argument as it was given", () => {
    const given = ["", "a b", "*", "$HOME", "日本", "a\nb", "'\"", "\\n"];
    const parsed = parseRequest(JSON.stringify({ tool: "t", args: given }));
    const { argv, env } = built(printf, { args: parsed.ok ? parsed.request.args.values : null });
    expect(execFileSync(argv[0]!, argv.slice(1), { env, encoding: "utf8" })).toBe(
      given.map((one) => `[${one}]`).join(""),
    );
  });

  it("holds timeout_ms to the tool's limit, and names it", () => {
    expect(refused(printf, { timeout_ms: 20_001 })).toMatchObject({
      code: "AR_TIMEOUT_TOO_LONG",
      path: "$.timeout_ms",
      details: { limit_ms: 20_000, asked_ms: 20_001 },
    });
    expect(refused(printf, { timeout_ms: 20_001 }).message).toContain("20000");
    expect(built(printf, { timeout_ms: 20_000 }).timeoutMs).toBe(20_000);
    expect(built(printf, {}).timeoutMs).toBe(10_000);
  });

  it("shows as many tokens as the request, the tool or the config say, up to the cap", () => {
    expect(built({ ...printf, outputTokens: 500 }).outputTokens).toBe(500);
    expect(built({ ...printf, outputTokens: 500 }, { output_tokens: 700 }).outputTokens).toBe(700);
    const capped = built(printf, { output_tokens: 1_000_000 });
    expect(capped.outputTokens).toBe(8000);
    expect(capped.notes).toEqual(["output_tokens 1000000 is above the limit, 8000 are used"]);
  });

  it("names locks from their template", () => {
    const locked = (...parts: (string | [string])[]): ToolDefinition =>
      tool({
        parameters: [parameter("branch", { type: "string" }, { optional: true })],
        command: { program: "true", elements: elements("--", "{branch}") },
        exclusive: {
          kind: "lock",
          parts: parts.map((part) =>
            typeof part === "string" ? { kind: "text", text: part } : { kind: "parameter", parameter: part[0] },
          ),
        },
      });
    const projectRoot = temporaryFolder();
    const of = (definition: ToolDefinition, input: object = {}) =>
      built(definition, input, { settings: settings({ projectRoot }) }).locks;
    expect(of(locked("git:", ["cwd"]))).toEqual([`git:${projectRoot}`]);
    expect(of(locked(["project_root"], "#", ["branch"]), { args: { branch: "main" } })).toEqual([
      `${projectRoot}#main`,
    ]);
    expect(of(locked("b:", ["branch"]))).toEqual(["b:"]);
    expect(of({ ...locked(["cwd"]), cwd: { kind: "temp" } }, { id: "c1" })).toEqual(["temp:c1"]);
    expect(built({ ...printf, exclusive: { kind: "group" } })).toMatchObject({ aloneInGroup: true, locks: [] });
  });

  it("keeps secrets by value, and shows none", () => {
    const secret = tool({
      command: { program: "true", elements: elements("--token={token}", "--", "{keys}") },
      parameters: [
        parameter("token", { type: "string" }, { secret: true }),
        parameter("keys", { type: "array", items: { type: "integer" } }, { secret: true }),
      ],
    });
    const call = built(secret, { args: { token: "hunter2", keys: [987654, "987655"] } });
    expect(call.secrets).toEqual(["hunter2", "987654", "987655"]);
    expect(JSON.stringify([call.shownArgv, call.notes, call.locks])).not.toMatch(/hunter2|98765/);
  });

  it("keeps the notes of what was repaired or kept back, also when it is refused", () => {
    const limited = {
      ...printf,
      parameters: [parameter("n", { type: "integer" }, { optional: true }), words],
      env: ["LD_PRELOAD"],
    };
    const env = { ...process.env, LD_PRELOAD: "/x.so" };
    expect(built(limited, { args: '{"n": "5"}' }, { env }).notes).toHaveLength(3);
    const outcome = buildCall(request({ args: '{"n": "5", "nope": 1}' }), limited, context({ env }));
    expect(outcome).toMatchObject({
      ok: false,
      notes: [expect.stringContaining("JSON string"), expect.stringContaining("n:")],
    });
  });
});

describe("findTool", () => {
  const tools = new Map(["git_status", "git_log", "npm_publish"].map((name) => [name, tool({ name })]));

  it("finds by exact name alone", () => {
    expect(findTool(tools, "git_log")).toMatchObject({ ok: true, tool: { name: "git_log" } });
    for (const name of ["git_lgo", "Git_Log", "git-log"]) {
      expect(findTool(tools, name)).toMatchObject({
        ok: false,
        fault: { code: "AR_TOOL_UNKNOWN", path: "$.tool", message: expect.stringContaining('Did you mean "git_log"?') },
      });
    }
    for (const name of ["constructor", "__proto__", "x"]) expect(findTool(tools, name).ok).toBe(false);
  });

  it("suggests only what can be called", () => {
    const outcome = findTool(tools, "npm_publsh", ["git_status", "git_log"]);
    expect(!outcome.ok && outcome.fault.details.suggestion).toBeNull();
  });
});

describe("checkExample", () => {
  const log = tool({
    command: { program: "git", elements: elements("log", "--max-count={limit}", "--", "{paths}") },
    parameters: [
      parameter("limit", { type: "integer", maximum: 500 }, { default: 20 }),
      parameter(
        "paths",
        { type: "array", items: { type: "path", within: { kind: "project_root" } } },
        { optional: true },
      ),
    ],
  });
  const example = (args: object, argv: string[] | null) =>
    checkExample(log, { args: args as never, argv, description: null });

  it("is null when the example builds its argv, wherever the paths are", () => {
    expect(example({ limit: 1, paths: ["../x"] }, ["git", "log", "--max-count=1", "--", "../x"])).toBeNull();
    expect(example(["1", "a"], ["git", "log", "--max-count=1", "--", "a"])).toBeNull();
    expect(example({}, null)).toBeNull();
  });

  it("tells what it builds instead, or why it does not build", () => {
    expect(example({}, ["git", "log"])).toBe('builds ["git","log","--max-count=20","--"], not ["git","log"]');
    expect(example({ limit: 501 }, null)).toContain("must be at most 500");
    expect(example({ limt: 5 }, null)).toContain('Did you mean "limit"?');
  });

  it("takes well under a second for 5,000 tools", () => {
    const start = performance.now();
    for (let n = 0; n < 5000; n++) example({ limit: 1, paths: ["a"] }, ["git", "log", "--max-count=1", "--", "a"]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
