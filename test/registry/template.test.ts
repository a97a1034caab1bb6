import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TemplatePart } from "../../src/contract/index.js";
import { parseTemplate } from "../../src/registry/template.js";

const text = (text: string): TemplatePart => ({ kind: "text", text });
const parameter = (parameter: string): TemplatePart => ({ kind: "parameter", parameter });

describe("parseTemplate", () => {
  it.each<[string, TemplatePart[]]>([
    ["", []],
    ["log", [text("log")]],
    ["{p}", [parameter("p")]],
    ["--n={p}", [text("--n="), parameter("p")]],
    ["{a}{b_2}", [parameter("a"), parameter("b_2")]],
    ["{{p}}", [text("{p}")]],
    ["{{{p}}}", [text("{"), parameter("p"), text("}")]],
    ["a{{b}}c{d}e", [text("a{b}c"), parameter("d"), text("e")]],
  ])("reads %j", (template, parts) => expect(parseTemplate(template)).toEqual({ kind: "parts", parts }));

  it.each(["{", "}", "{}", "{1}", "{a b}", "{a", "a}", "{a}}", "{{a}", "{ print $1 }", "{a-b}", "a{x.y}"])(
    "refuses %j",
    (template) => expect(parseTemplate(template)).toMatchObject({ kind: "fault", suggestion: expect.any(String) }),
  );

  it("reads back whatever parts are written", () => {
    const part = fc.oneof(
      fc.string({ minLength: 1 }).map(text),
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,5}$/).map(parameter),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const written = parts
          .map((one) => (one.kind === "text" ? one.text.replace(/[{}]/g, "$&$&") : `{${one.parameter}}`))
          .join("");
        expect(parseTemplate(written)).toEqual({ kind: "parts", parts: joined(parts) });
      }),
    );
  });

  it("never throws and loses nothing", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[{}a-z1= ]{0,12}$/), (template) => {
        const parsed = parseTemplate(template);
        if (parsed.kind === "fault") return;
        const letters = parsed.parts.map((one) => (one.kind === "text" ? one.text : one.parameter)).join("");
        expect(letters.replace(/[{}]/g, "")).toBe(template.replace(/[{}]/g, ""));
      }),
    );
  });
});

/** Neighbouring texts are one. */
function joined(parts: readonly TemplatePart[]): TemplatePart[] {
  return parts.reduce<TemplatePart[]>((all, part) => {
    const last = all.at(-1);
    if (part.kind === "text" && last?.kind === "text") all[all.length - 1] = text(last.text + part.text);
    else all.push(part);
    return all;
  }, []);
}
