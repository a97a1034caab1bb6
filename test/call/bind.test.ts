import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bindArguments } from "../../src/call/index.js";
import type { Arguments, JsonValue, Parameter } from "../../src/contract/index.js";
import { parameter, tool } from "./support.js";

const limit = parameter("limit", { type: "integer", minimum: 1, maximum: 500 }, { default: 20 });
const ratio = parameter("ratio", { type: "number" }, { optional: true });
const deep = parameter("deep", { type: "boolean", flag: "--deep" }, { optional: true });
const paths = parameter("paths", { type: "array", items: { type: "string" } }, { optional: true });
const counts = parameter("counts", { type: "array", items: { type: "integer" } }, { optional: true });
const text = parameter("text", { type: "string" }, { optional: true });

const args = (given: JsonValue): Arguments =>
  Array.isArray(given) ? { kind: "positional", values: given as string[] } : { kind: "named", values: given as never };

function bind(parameters: Parameter[], given: JsonValue) {
  const outcome = bindArguments(tool({ name: "git_log", parameters }), args(given), { hosts: [] });
  if (!outcome.ok)
    return { fault: outcome.fault, faults: outcome.fault.details.faults as { path: string; message: string }[] };
  return {
    values: Object.fromEntries([...outcome.values].map(([name, { value }]) => [name, value])),
    notes: outcome.notes,
  };
}

describe("arguments by name", () => {
  it("get defaults, and no entry when optional and absent", () => {
    expect(bind([limit, text], {})).toEqual({ values: { limit: 20 }, notes: [] });
  });

  it("name what is missing, unknown or wrong, all at once", () => {
    const required = parameter("ref", { type: "string" }, { description: "What to show." });
    const { fault, faults } = bind([required, limit, paths], { limt: 5, paths: ["a", 5, null], limit: 0 });
    expect(fault).toMatchObject({ code: "AR_ARGS_INVALID", path: "$.args.limt" });
    expect(faults).toEqual([
      { path: "$.args.limt", message: 'git_log has no parameter "limt". Did you mean "limit"?' },
      { path: "$.args.ref", message: "is required" },
      { path: "$.args.limit", message: "must be at least 1, got 0" },
      { path: "$.args.paths[1]", message: "expected a string, got the number 5" },
      { path: "$.args.paths[2]", message: "expected a string, got null" },
    ]);
    expect(fault?.hint).toBe('Parameters of git_log: "ref", "limit" and "paths".');
  });

  it("say of null that the parameter can be left out", () => {
    expect(bind([limit], { limit: null }).fault?.hint).toContain("Leave the parameter out");
  });

  it.each(["constructor", "toString", "hasOwnProperty"])("know no parameter %s unless declared", (name) => {
    expect(bind([limit], { [name]: 1 }).faults?.[0]?.path).toBe(`$.args.${name}`);
    expect(bind([limit], {}).values).toEqual({ limit: 20 });
    expect(bind([parameter(name, { type: "string" })], {}).faults?.[0]?.message).toBe("is required");
    expect(bind([parameter(name, { type: "string" })], { [name]: "x" }).values).toEqual({ [name]: "x" });
  });

  it("count a million wrong items without listing them", () => {
    const { fault } = bind([paths], { paths: Array(1_000_000).fill(5) });
    expect(JSON.stringify(fault).length).toBeLessThan(5000);
    expect(fault?.message).toContain("(and 999999 more)");
  });
});

describe("numbers sent as strings", () => {
  it.each<[Parameter, JsonValue, JsonValue]>([
    [limit, "5", 5],
    [parameter("n", { type: "integer" }), "-12", -12],
    [ratio, "-2.5", -2.5],
    [ratio, "0.125", 0.125],
    [counts, ["1", 2, "3"], [1, 2, 3]],
  ])("are read where %j wants a number: %j", (one, given, value) => {
    const { values, notes } = bind([one], { [one.name]: given });
    expect(values).toEqual({ [one.name]: value });
    expect(notes).toEqual([expect.stringContaining(one.name)]);
  });

  it.each([
    "",
    " 5",
    "5 ",
    "0x5",
    "1e3",
    "+5",
    "05",
    "5.",
    ".5",
    "5,0",
    "٥",
    "NaN",
    "5\n",
    "12345678901234567890",
    "1_000",
  ])("have one reading: %j has not", (given) => {
    expect(bind([ratio], { ratio: given }).fault?.path).toBe("$.args.ratio");
    expect(bind([parameter("n", { type: "integer" })], { n: given }).fault).toBeDefined();
  });

  it("are no fractions where an integer is wanted, and still lie in range", () => {
    expect(bind([limit], { limit: "5.0" }).fault).toBeDefined();
    expect(bind([limit], { limit: "501" }).faults?.[0]?.message).toContain("at most 500");
  });

  it("are strings where a string is wanted", () => {
    expect(bind([text], { text: "5" })).toEqual({ values: { text: "5" }, notes: [] });
  });

  it("are the only repair: nothing else is coerced", () => {
    const given = fc.oneof(
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true }),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(given, (value) => {
        for (const one of [limit, ratio, deep, paths, text]) {
          const outcome = bind([one], { [one.name]: value as JsonValue });
          if (outcome.values === undefined) continue;
          const bound = outcome.values[one.name];
          if (typeof bound === "number" && typeof value === "string") expect(String(value)).toMatch(/^-?\d+(\.\d+)?$/);
          else expect(bound).toEqual(value);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("arguments by position", () => {
  it("tell of an array that is not last once, whatever follows it", () => {
    const required = parameter("ref", { type: "string" });
    const some = parameter("paths", { type: "array", items: { type: "string" }, minItems: 1 });
    const path = "$.args[0]";
    const message = 'cannot fill the array "paths", which is not the last parameter';
    expect(bind([some, required], ["a", "b", "c"]).faults).toEqual([{ path, message }]);
    expect(bind([some, required], ["a"]).faults).toEqual([{ path, message }]);
  });

  it("go to the parameters in declared order, the last array takes the rest", () => {
    expect(bind([limit, deep, paths], ["5", "true", "a b", "c"])).toEqual({
      values: { limit: 5, deep: true, paths: ["a b", "c"] },
      notes: [],
    });
    expect(bind([limit, paths], [])).toEqual({ values: { limit: 20 }, notes: [] });
    expect(bind([counts], ["1", "2"]).values).toEqual({ counts: [1, 2] });
  });

  it("are told apart by their place", () => {
    const { faults } = bind([limit, deep, counts], ["x", "yes", "1", "two"]);
    expect(faults?.map(({ path }) => path)).toEqual(["$.args[0]", "$.args[1]", "$.args[3]"]);
  });

  it("may not be too many", () => {
    const { fault } = bind([limit], ["1", "2", "3"]);
    expect(fault).toMatchObject({ path: "$.args[1]" });
    expect(fault?.message).toContain("takes at most 1, got 3");
    expect(bind([], ["x"]).fault?.message).toContain("takes no arguments, got 1");
  });

  it("cannot fill an array that is not last", () => {
    const { fault } = bind([paths, limit], ["a", "5"]);
    expect(fault?.message).toContain('array "paths"');
    expect(fault?.hint).toContain("object by parameter name");
  });

  it("leave a later required parameter missing", () => {
    expect(bind([limit, parameter("ref", { type: "string" })], ["5"]).faults).toEqual([
      { path: "$.args.ref", message: "is required; args were given by position" },
    ]);
  });
});

describe("notes and secrets", () => {
  it("warn of a marker of shortened output in an argument", () => {
    const marked = "a\n[agent-reach: stdout lines 5-90 left out]\nb";
    expect(bind([text], { text: marked }).notes).toEqual([expect.stringContaining("argument text contains a marker")]);
    expect(bind([paths], ["x", marked]).notes).toHaveLength(1);
    expect(bind([text], { text: "agent-reach: [x]" }).notes).toEqual([]);
  });

  it("never hold a secret", () => {
    const secret = [
      parameter("pin", { type: "integer", maximum: 5 }, { secret: true }),
      parameter("keys", { type: "array", items: { type: "string", pattern: "^x" } }, { secret: true }),
    ];
    for (const given of [
      { pin: "987654", keys: ["hunter2"] },
      { pin: 987654, keys: "hunter2" },
      { pin: "hunter2", keys: [] },
      ["987654", "hunter2"],
    ]) {
      const outcome = bind(secret, given);
      expect(outcome.fault).toBeDefined();
      expect(JSON.stringify(outcome)).not.toMatch(/987654|hunter2/);
    }
    expect(
      JSON.stringify(bind([parameter("pin", { type: "integer" }, { secret: true })], { pin: "987654" }).notes),
    ).not.toContain("987654");
  });
});
