import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseToolCall, TOOL_FORMATS, type ToolFormat } from "../../src/toolspecs/index.js";
import { definition, parameter } from "./definitions.js";

const tools = [
  definition({
    name: "git_log",
    parameters: [
      parameter("limit", { type: "integer" }, { default: 5 }),
      parameter("ref", { type: "string" }),
      parameter("since", { type: "string" }, { optional: true }),
    ],
  }),
  definition({ name: "git_status" }),
];

/** The same call as each provider sends it. */
const CALLS: { readonly [format in ToolFormat]: (name: string, args: unknown) => unknown } = {
  json: (name, args) => ({ id: "c7", tool: name, args }),
  openai: (name, args) => ({ type: "function_call", id: "fc_1", call_id: "c7", name, arguments: JSON.stringify(args) }),
  "openai-strict": (name, args) => ({ type: "function_call", call_id: "c7", name, arguments: JSON.stringify(args) }),
  "openai-chat": (name, args) => ({ id: "c7", type: "function", function: { name, arguments: JSON.stringify(args) } }),
  anthropic: (name, args) => ({ type: "tool_use", id: "c7", name, input: args }),
  gemini: (name, args) => ({ functionCall: { id: "c7", name, args } }),
  mcp: (name, args) => ({ id: "c7", params: { name, arguments: args } }),
};

describe("parseToolCall", () => {
  it.each(TOOL_FORMATS)("reads a call of %s", (format) => {
    expect(parseToolCall(format, CALLS[format]("git_log", { ref: "main", limit: 3 }), tools)).toEqual({
      kind: "call",
      callId: "c7",
      request: { tool: "git_log", args: { ref: "main", limit: 3 }, id: "c7" },
      notes: [],
    });
  });

  it.each(TOOL_FORMATS)("answers a misspelt name of %s with the right one and runs nothing", (format) => {
    const parsed = parseToolCall(format, CALLS[format]("git-lgo", {}), tools);
    expect(parsed).toMatchObject({
      kind: "refused",
      callId: "c7",
      result: {
        id: "c7",
        tool: "git-lgo",
        status: "invalid",
        error: { code: "AR_TOOL_UNKNOWN", hint: 'Call "git_log" if that is what you meant.' },
      },
    });
  });

  it.each(["functions.git_status", "mcp__reach__git_status", "default_api:git_status"])(
    "knows the name in %s",
    (name) => {
      const parsed = parseToolCall("anthropic", { id: "x", name, input: {} }, tools);
      expect(parsed.kind === "refused" && parsed.result.error?.details.suggestion).toBe("git_status");
    },
  );

  it.each([undefined, null, "", "  ", "{}", "null-ish"])("takes missing arguments as none (%s)", (args) => {
    const parsed = parseToolCall("openai", { call_id: "x", name: "git_status", arguments: args }, tools);
    if (args === "null-ish") expect(parsed.kind).toBe("refused");
    else expect(parsed).toMatchObject({ kind: "call", request: { args: {} }, notes: [] });
  });

  it("notes each repair", () => {
    const parsed = parseToolCall("openai", { call_id: "x", name: "git_log", arguments: "{'ref': 'main',}" }, tools);
    expect(parsed).toMatchObject({
      kind: "call",
      request: { args: { ref: "main" } },
      notes: [
        "the arguments were not JSON: read with single quotes",
        "the arguments were not JSON: read with a trailing comma",
      ],
    });
    const quoted = parseToolCall("openai", { name: "git_log", arguments: JSON.stringify('{"ref":"a"}') }, tools);
    expect(quoted).toMatchObject({
      kind: "call",
      callId: null,
      request: { args: { ref: "a" } },
      notes: ["the arguments came as JSON text"],
    });
    const text = parseToolCall("anthropic", { id: "x", name: "git_log", input: '{"ref":"a"}' }, tools);
    expect(text).toMatchObject({
      kind: "call",
      request: { args: { ref: "a" } },
      notes: ["the arguments came as JSON text"],
    });
  });

  it.each(["{'ref': 'it's'}", "main", "[1]", "7", '{"ref":"a","ref":"b"}', '"main"'])(
    "refuses arguments that can be read in two ways (%s)",
    (args) => {
      const parsed = parseToolCall("openai", { call_id: "x", name: "git_log", arguments: args }, tools);
      expect(parsed).toMatchObject({
        kind: "refused",
        result: { status: "invalid", error: { code: "AR_ARGS_INVALID" } },
      });
    },
  );

  it("takes null for what may be left out, and only there", () => {
    const args = { ref: null, limit: null, since: null };
    const strict = parseToolCall("openai-strict", CALLS["openai-strict"]("git_log", args), tools);
    expect(strict).toMatchObject({ kind: "call", request: { args: { ref: null } }, notes: [] });
    expect(strict.kind === "call" && Object.keys(strict.request.args ?? {})).toEqual(["ref"]);
    const loose = parseToolCall("gemini", CALLS.gemini("git_log", args), tools);
    expect(loose.kind === "call" && loose.notes).toEqual(["null taken as not given: limit, since"]);
  });

  it("never throws, whatever a model sends", () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOOL_FORMATS), fc.anything(), (format, call) => {
        expect(["call", "refused"]).toContain(parseToolCall(format, call, tools).kind);
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TOOL_FORMATS), fc.anything(), (format, args) => {
        const call = {
          id: "1",
          call_id: "1",
          name: "git_log",
          tool: "git_log",
          args,
          arguments: args,
          input: args,
          function: { name: "git_log", arguments: args },
        };
        const parsed = parseToolCall(format, call, tools);
        if (parsed.kind === "call") expect(typeof parsed.request.args).toBe("object");
      }),
    );
  });
});
