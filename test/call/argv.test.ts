import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BoundArguments } from "../../src/call/index.js";
import { expandArgv } from "../../src/call/index.js";
import type { Parameter, TemplateElement } from "../../src/contract/index.js";
import { elements, parameter, tool } from "./support.js";

const bound = (values: Record<string, unknown>): BoundArguments =>
  new Map(Object.entries(values).map(([name, value]) => [name, { value, place: { kind: "named", name } } as never]));

const string = { type: "string" as const };
const expand = (words: string[], parameters: Parameter[], values: Record<string, unknown>) =>
  expandArgv(tool({ command: { program: "p", elements: elements(...words) }, parameters }), bound(values));

describe("expandArgv", () => {
  const some = [
    parameter("limit", { type: "integer" }, { optional: true }),
    parameter("paths", { type: "array", items: { type: "string" } }),
    parameter("all", { type: "boolean", flag: "--all" }, { optional: true }),
    parameter("text", string, { optional: true }),
  ];

  it.each<[string, string[], Record<string, unknown>, string[]]>([
    [
      "an array gives one element each",
      ["--", "{paths}"],
      { paths: ["a b", "", "*", "$HOME", "日本"] },
      ["--", "a b", "", "*", "$HOME", "日本"],
    ],
    ["an empty array gives none", ["{paths}", "x"], { paths: [] }, ["x"]],
    ["an absent optional gives none", ["{text}", "x"], {}, ["x"]],
    ["a true boolean gives its flag", ["{all}"], { all: true }, ["--all"]],
    ["a false boolean gives nothing", ["{all}"], { all: false }, []],
    ["a boolean inside an element is its word", ["--color={all}"], { all: false }, ["--color=false"]],
    [
      "a longer element holds the value",
      ["-n{limit}", "--x={text}"],
      { limit: 5, text: "a=b c" },
      ["-n5", "--x=a=b c"],
    ],
    ["a longer element goes when one of its parameters is absent", ["--n={limit}:{text}", "y"], { text: "x" }, ["y"]],
    ["a value stays empty", ["{text}"], { text: "" }, [""]],
    ["a value may begin with a dash inside a longer element", ["--x={text}"], { text: "-rf" }, ["--x=-rf"]],
    [
      "a value may begin with a dash after --",
      ["--", "{text}", "{paths}"],
      { text: "-rf", paths: ["--x"] },
      ["--", "-rf", "--x"],
    ],
    ["placeholders inside values stay as they are", ["{text}"], { text: "{limit}" }, ["{limit}"]],
  ])("%s", (_, words, values, argv) => {
    expect(expand(words, some, values)).toMatchObject({ ok: true, argv: ["p", ...argv] });
  });

  it.each<[string, string[], Record<string, unknown>, string]>([
    ["git log --output", ["log", "{text}"], { text: "--output=/tmp/pwn" }, "$.args.text"],
    ["tar --checkpoint-action", ["-cf", "/dev/null", "{paths}"], { paths: ["a", "--checkpoint=1"] }, "$.args.paths[1]"],
    ["find -exec", ["{text}"], { text: "-exec" }, "$.args.text"],
    ["a dash alone", ["{text}"], { text: "-" }, "$.args.text"],
    ["a negative number", ["{limit}"], { limit: -5 }, "$.args.limit"],
    ["before --", ["{text}", "--"], { text: "-x" }, "$.args.text"],
    ["-- itself", ["{text}"], { text: "--" }, "$.args.text"],
    ["at the start of a longer element", ["{text}.txt"], { text: "-rf" }, "$.args.text"],
    ["after an empty value at the start", ["{text}{limit}"], { text: "", limit: -1 }, "$.args.text"],
    ["a literal dash that an empty value uncovers", ["{text}-x"], { text: "" }, "$.args.text"],
  ])("refuses what could become an option: %s", (_, words, values, path) => {
    const outcome = expand(words, some, values);
    expect(outcome).toMatchObject({ ok: false, fault: { code: "AR_LEADING_DASH", path } });
    expect(!outcome.ok && outcome.fault.hint).toContain("allow_leading_dash");
  });

  it("takes `--` for the end of options only when the definition wrote it", () => {
    expect(expand(["{paths}"], some, { paths: ["--", "-x"] })).toMatchObject({ ok: false });
  });

  it("lets a definition opt in", () => {
    const free = [parameter("n", { type: "integer" }, { allowLeadingDash: true })];
    expect(expand(["{n}"], free, { n: -5 })).toMatchObject({ argv: ["p", "-5"] });
  });

  it("shows secrets as [secret], also in faults", () => {
    const secret = [parameter("token", string, { secret: true })];
    expect(expand(["--t={token}", "--", "{token}"], secret, { token: "hunter2" })).toEqual({
      ok: true,
      argv: ["p", "--t=hunter2", "--", "hunter2"],
      shownArgv: ["p", "--t=[secret]", "--", "[secret]"],
    });
    expect(JSON.stringify(expand(["{token}"], secret, { token: "-hunter2" }))).not.toContain("hunter2");
  });

  it("tells every value at fault", () => {
    const outcome = expand(["{paths}"], some, { paths: ["-a", "b", "-c"] });
    expect(!outcome.ok && outcome.fault.details.faults).toHaveLength(2);
  });

  it("never makes an element that the definition does not allow", () => {
    const text = fc.string({
      unit: fc.constantFrom("-", "a", " ", "{", "}", "p0", "*", ";", "$", "\n", "'", "日"),
      maxLength: 5,
    });
    const literal = fc.oneof(
      fc.constantFrom("--", "-x", "--long", "word", "a b"),
      text.filter((one) => one !== ""),
    );
    const flag = fc.constantFrom("--flag", "-f", "flag");
    const value = fc.oneof(
      fc.record({ kind: fc.constant("string"), value: text }),
      fc.record({ kind: fc.constant("integer"), value: fc.integer({ min: -9, max: 9 }) }),
      fc.record({ kind: fc.constant("array"), value: fc.array(text, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant("boolean"), value: fc.boolean(), flag }),
    );
    const declared = fc.array(fc.record({ of: value, absent: fc.boolean(), allowLeadingDash: fc.boolean() }), {
      minLength: 1,
      maxLength: 5,
    });
    const shape = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant("literal" as const), text: literal }),
        fc.record({ kind: fc.constant("placeholder" as const), at: fc.nat(4) }),
        fc.record({
          kind: fc.constant("composite" as const),
          parts: fc.array(fc.oneof(literal, fc.nat(4)), { minLength: 2, maxLength: 4 }),
        }),
      ),
      { maxLength: 6 },
    );
    let built = 0;
    fc.assert(
      fc.property(declared, shape, (given, template) => {
        const at = (index: number) => given[index % given.length]!;
        const name = (index: number) => `p${index % given.length}`;
        const usable = (index: number) => at(index).of.kind !== "array";
        const parameters = given.map(({ of, allowLeadingDash }, index) =>
          parameter(
            `p${index}`,
            of.kind === "array"
              ? { type: "array", items: { type: "string" } }
              : of.kind === "boolean"
                ? { type: "boolean", flag: (of as { flag: string }).flag }
                : { type: of.kind as "string" },
            { optional: true, allowLeadingDash },
          ),
        );
        // What each element should become, worked out beside the template; null = a value that may not stand there.
        const expected: (string | null)[] = ["p"];
        let ended = false;
        const guarded = (one: string, free: boolean) => (one.startsWith("-") && !ended && !free ? null : one);
        const list = template.map((element): TemplateElement => {
          if (element.kind === "literal") {
            ended ||= element.text === "--";
            expected.push(element.text);
            return element;
          }
          if (element.kind === "placeholder") {
            const { of, absent, allowLeadingDash } = at(element.at);
            if (!absent && of.kind === "boolean")
              expected.push(...(of.value === true ? [(of as { flag: string }).flag] : []));
            else if (!absent) expected.push(...[of.value].flat().map((one) => guarded(String(one), allowLeadingDash)));
            return { kind: "placeholder", parameter: name(element.at) };
          }
          const parts = element.parts.filter((part) => typeof part === "string" || usable(part));
          const first = parts.find((part) => typeof part === "number");
          if (parts.length < 2 || first === undefined) {
            expected.push("none");
            return { kind: "literal", text: "none" };
          }
          if (parts.every((part) => typeof part === "string" || !at(part).absent)) {
            const whole = parts.map((part) => (typeof part === "string" ? part : String(at(part).of.value))).join("");
            const own = typeof parts[0] === "string" && parts[0].startsWith("-");
            expected.push(own ? whole : guarded(whole, at(first).allowLeadingDash));
          }
          return {
            kind: "composite",
            parts: parts.map((part) =>
              typeof part === "string" ? { kind: "text", text: part } : { kind: "parameter", parameter: name(part) },
            ),
          };
        });
        const values = Object.fromEntries(
          given.flatMap(({ of, absent }, index) => (absent ? [] : [[`p${index}`, of.value]])),
        );
        const outcome = expandArgv(tool({ command: { program: "p", elements: list }, parameters }), bound(values));
        if (expected.includes(null)) expect(outcome).toMatchObject({ ok: false, fault: { code: "AR_LEADING_DASH" } });
        else {
          expect(outcome).toMatchObject({ ok: true, argv: expected, shownArgv: expected });
          built++;
        }
      }),
      { numRuns: 3000 },
    );
    expect(built).toBeGreaterThan(300);
  });
});
