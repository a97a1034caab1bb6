import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRequest, MAX_REQUEST_BYTES, type ParseOutcome, parseRequest } from "../../src/call/index.js";
import type { Fault } from "../../src/contract/index.js";

function faultOf(outcome: ParseOutcome): Fault {
  if (outcome.ok) throw new Error(`was taken: ${JSON.stringify(outcome.request)}`);
  return outcome.fault;
}

const wire = (value: unknown) => parseRequest(JSON.stringify(value));

describe("a request", () => {
  it("has every field, with defaults", () => {
    expect(parseRequest('{"tool": "t"}')).toEqual({
      ok: true,
      request: {
        id: expect.stringMatching(/^[0-9a-z]{16,}$/),
        tool: "t",
        args: { kind: "named", values: {} },
        priority: 0,
        timeoutMs: null,
        cwd: null,
        caller: null,
        dryRun: false,
        outputTokens: null,
        notes: [],
      },
    });
  });

  it("keeps what it was given", () => {
    const text = `{"tool":"t","args":["a b","*"],"id":"c1","priority":-5,"timeout_ms":3000,"cwd":"/srv","caller":"p","dry_run":true,"output_tokens":50}`;
    expect(parseRequest(Buffer.from(text))).toMatchObject({
      request: {
        id: "c1",
        args: { kind: "positional", values: ["a b", "*"] },
        priority: -5,
        timeoutMs: 3000,
        cwd: "/srv",
        caller: "p",
        dryRun: true,
        outputTokens: 50,
      },
    });
  });

  it("gets a new id each time", () => {
    const ids = new Set(Array.from({ length: 1000 }, () => wire({ tool: "t" })).map((o) => o.ok && o.request.id));
    expect(ids.size).toBe(1000);
  });

  it.each([
    ["a BOM as text", '\ufeff{"tool":"t"}'],
    ["a BOM as bytes", Buffer.from('\ufeff{"tool":"t"}')],
    ["a line end", '{"tool":"t"}\r\n'],
    ["U+2028 in a string", '{"tool":"t","args":["\u2028"]}'],
    ["a quote inside a string", `{"tool":"t","args":["it's"]}`],
  ])("may come with %s", (_, text) => {
    expect(parseRequest(text).ok).toBe(true);
  });

  it.each([
    ["nothing", ""],
    ["invalid UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ["UTF-16", Buffer.from('\ufeff{"tool":"t"}', "utf16le")],
    ["two documents", '{"tool":"t"}\n{"tool":"t"}'],
    ["a truncated document", '{"tool":"t","args":{'],
    ["single quotes", "{'argv':['echo','hi']}"],
  ])("is not JSON with %s", (_, text) => {
    const fault = faultOf(parseRequest(text));
    expect(fault.code).toBe("AR_REQUEST_NOT_JSON");
    expect(fault.hint).not.toBeNull();
  });

  it("may have 8 MiB and not a byte more, counted in UTF-8", () => {
    const whole = (bytes: number) => `{"tool":"t","args":["${"é".repeat(1000)}${" ".repeat(bytes - 2024)}"]}`;
    expect(Buffer.byteLength(whole(MAX_REQUEST_BYTES))).toBe(MAX_REQUEST_BYTES);
    expect(parseRequest(whole(MAX_REQUEST_BYTES)).ok).toBe(true);
    expect(faultOf(parseRequest(whole(MAX_REQUEST_BYTES + 1))).code).toBe("AR_REQUEST_TOO_LARGE");
    expect(faultOf(parseRequest(Buffer.from(whole(MAX_REQUEST_BYTES + 1)))).code).toBe("AR_REQUEST_TOO_LARGE");
  });

  it.each([
    [{ tool: "t", timeout: 5 }, "$.timeout", '"timeout_ms"'],
    [{ tool: "t", timeoutMs: 5 }, "$.timeoutMs", '"timeout_ms"'],
    [{ tool: "t", "dry-run": true }, '$["dry-run"]', '"dry_run"'],
    [{ tool: "t", arguments: {} }, "$.arguments", '"args"'],
    [{ name: "t" }, "$.name", '"tool"'],
    [{ tool: "t", env: { "LD_PRELOAD=/x": "1" } }, "$.env", "unknown field"],
    [{ argv: ["echo", "hi"] }, "$.argv", "unknown field"],
    [{ tool: "t", constructor: 1 }, "$.constructor", "unknown field"],
    [{ tool: "t", priority: "5" }, "$.priority", "from -100 to 100"],
    [{ tool: "t", priority: 101 }, "$.priority", "got the number 101"],
    [{ tool: "t", priority: 1.5 }, "$.priority", "integer"],
    [{ tool: "t", timeout_ms: "5000" }, "$.timeout_ms", "integer"],
    [{ tool: "t", timeout_ms: null }, "$.timeout_ms", "got null"],
    [{ tool: "t", timeout_ms: 0 }, "$.timeout_ms", "from 1"],
    [{ tool: "t", output_tokens: 0 }, "$.output_tokens", "from 1"],
    [{ tool: "t", dry_run: "true" }, "$.dry_run", "true or false"],
    [{ tool: "t", caller: "x".repeat(129) }, "$.caller", "at most 128"],
    [{ tool: "t", id: 7 }, "$.id", "expected a string"],
    [{ tool: "" }, "$.tool", "empty"],
    [{ args: {} }, "$.tool", "is required"],
    [{ tool: "t", args: null }, "$.args", "got null"],
    [{ tool: "t", args: 5 }, "$.args", "object by parameter name"],
    [{ tool: "t", args: ["a", 5] }, "$.args[1]", "expected a string"],
    [{ tool: "t", args: "echo hi" }, "$.args", "object by parameter name"],
    [{ tool: "t", args: '["echo","hi"]' }, "$.args", "object by parameter name"],
    [{ tool: "t", args: '{"a":{"b":1,"b":2}}' }, "$.args.a", "given twice"],
    [{ tool: "t", args: '{"a":1,"a":2}' }, "$.args.a", "given twice"],
    [{ tool: "t", args: '{"__proto__":1}' }, "$.args.__proto__", "never accepted"],
    [[], "$", "expected an object"],
    ["t", "$", "expected an object"],
    [null, "$", "expected an object"],
  ])("is refused as %j", (value, path, message) => {
    for (const fault of [wire(value), checkRequest(value)].map(faultOf)) {
      expect(fault).toMatchObject({ code: "AR_REQUEST_INVALID" });
      expect(fault.path?.startsWith(path)).toBe(true);
      expect(fault.message).toContain(message);
    }
  });

  it("tells who sends a command line, a number as text or null what to do", () => {
    expect(faultOf(wire({ argv: ["echo"] })).hint).toContain('"tool"');
    expect(faultOf(wire({ tool: "t", timeout_ms: "5000" })).hint).toContain("without quotes: 5000");
    expect(faultOf(wire({ tool: "t", timeout_ms: null })).hint).toContain("Leave the field out");
  });

  it("names the key that is given twice, and runs nothing", () => {
    const fault = faultOf(parseRequest('{"tool":"t","args":["safe"],"args":["evil"]}'));
    expect(fault).toMatchObject({ code: "AR_REQUEST_INVALID", path: "$.args" });
    expect(fault.message).toContain('"args" is given twice');
  });

  it("tells everything that is wrong at once", () => {
    const fault = faultOf(wire({ timeout: 5, priority: "x", args: 1 }));
    const faults = fault.details.faults as { path: string }[];
    expect(faults.map(({ path }) => path).sort()).toEqual(["$.args", "$.priority", "$.timeout", "$.tool"]);
    expect(fault.message).toMatch(/ \(and 3 more\)$/);
  });

  it("echoes id and tool wherever they stand, when they are sound", () => {
    const ids = (outcome: ParseOutcome) => (outcome.ok ? null : [outcome.id, outcome.tool]);
    expect(ids(parseRequest('{"x":1,"x":2,"id":"c1","tool":"t"}'))).toEqual(["c1", "t"]);
    expect(ids(parseRequest('{"id":"c1","args":{"__proto__":1},"tool":"t"}'))).toEqual(["c1", "t"]);
    expect(ids(parseRequest('{"id":"c1","tool":"t","args":{"a":'))).toEqual(["c1", "t"]);
    expect(ids(wire({ id: "c1", tool: "t", nope: 1 }))).toEqual(["c1", "t"]);
    expect(ids(checkRequest({ id: "c1", tool: "t", args: { a: new Map() } }))).toEqual(["c1", "t"]);
    expect(ids(wire({ id: "x".repeat(5000), tool: "y".repeat(5000) }))).toEqual([
      expect.stringMatching(/^[0-9a-z]{16,}$/),
      null,
    ]);
    expect(ids(parseRequest("{"))).toEqual([expect.stringMatching(/^[0-9a-z]{16,}$/), null]);
  });

  it("reads args sent as a JSON string, and says so", () => {
    const outcome = wire({ tool: "t", args: '{"limit": 5}' });
    expect(outcome).toMatchObject({ request: { args: { kind: "named", values: { limit: 5 } } } });
    expect(outcome.ok && outcome.request.notes).toEqual([expect.stringContaining("JSON string")]);
  });

  it("shows nothing of args, in which a secret could be", () => {
    for (const args of ["--token hunter2", ["x", { hunter2: 1 }], [["hunter2"]], '{"token": hunter2}']) {
      expect(JSON.stringify(faultOf(wire({ tool: "t", args })))).not.toContain("hunter2");
    }
  });

  it("answers hostile input shortly", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, 1]));
    for (const fault of [wire({ ["k".repeat(1_000_000)]: 1, tool: "z".repeat(1_000_000) }), wire(many)].map(faultOf)) {
      expect(JSON.stringify(fault).length).toBeLessThan(10_000);
    }
  });

  it("never throws, whatever the bytes", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void parseRequest(Buffer.from(bytes))));
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void parseRequest(text)));
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withSparseArray: true }),
        (value) => void checkRequest(value),
      ),
    );
  });

  it("is the same from the wire and from an object", () => {
    const field = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
    const shape = fc.record(
      {
        tool: fc.oneof(fc.constant("t"), field),
        args: field,
        id: fc.constant("c1"),
        priority: field,
        timeout_ms: field,
        cwd: field,
        caller: field,
        dry_run: field,
        extra: field,
      },
      { requiredKeys: ["id"] },
    );
    fc.assert(
      fc.property(shape, (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/__proto__|-0|[0-9]{16}/.test(text));
        expect(checkRequest(value)).toEqual(parseRequest(text));
      }),
      { numRuns: 500 },
    );
  });
});

describe("an object of a library caller", () => {
  const cycle: { [key: string]: unknown } = {};
  cycle.self = cycle;
  const getter = Object.defineProperty({}, "limit", { enumerable: true, get: () => expect.fail("was run") });
  const proxy = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error("no");
      },
    },
  );
  const branching = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], []);

  it.each([
    ["a cycle", { args: cycle }, "circle"],
    ["a getter", { args: getter }, "getter"],
    ["a proxy that throws", { args: proxy }, "plain object"],
    ["a Map", { args: new Map([["limit", 5]]) }, "plain object"],
    ["a Date", { args: { when: new Date() } }, "plain object"],
    ["a function", { args: { run: () => 1 } }, "function"],
    ["a bigint", { args: { limit: 5n } }, "bigint"],
    ["NaN", { args: { limit: Number.NaN } }, "NaN"],
    ["a hole", { args: new Array(3) }, "undefined"],
    ["an own __proto__", { args: JSON.parse('{"__proto__": 1}') }, "__proto__"],
    ["a NUL", { args: ["a\0b"] }, "NUL"],
    ["half a surrogate pair", { args: { a: "\ud83d" } }, "surrogate"],
    ["half a surrogate pair in a key", { args: { "\ud83d": 1 } }, "surrogate"],
  ])("is refused with %s", (_, part, message) => {
    const fault = faultOf(checkRequest({ tool: "t", ...part }));
    expect(fault.code).toBe("AR_REQUEST_INVALID");
    expect(fault.message).toContain(message);
  });

  it.each([
    ["branches that multiply", branching],
    ["an endless array", new Array(4_000_000_000)],
    ["a large string", "x".repeat(MAX_REQUEST_BYTES)],
  ])("is too large with %s", (_, args) => {
    expect(faultOf(checkRequest({ tool: "t", args })).code).toMatch(/AR_REQUEST_(TOO_LARGE|INVALID)/);
  });

  it("may be without a prototype, and have undefined fields", () => {
    const plain = Object.assign(Object.create(null), { tool: "t", cwd: undefined, args: { a: undefined, b: 1 } });
    expect(checkRequest(plain)).toMatchObject({ ok: true, request: { cwd: null, args: { values: { b: 1 } } } });
  });

  it("takes nothing from a prototype", () => {
    expect(checkRequest(Object.create({ tool: "t" })).ok).toBe(false);
  });

  it("is copied: what changes later does not change the request", () => {
    const args = { words: ["a"] };
    const outcome = checkRequest({ tool: "t", args });
    args.words.push("b");
    expect(outcome).toMatchObject({ request: { args: { values: { words: ["a"] } } } });
  });
});
