import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePosition, readOutput } from "../../../src/result/index.js";
import { scanJson } from "../../../src/result/select/json/scan.js";
import { query, run, storedOf } from "../support.js";

const job = (i: number) => ({
  id: `job-${i}`,
  state: "succeeded",
  worker: `w${i % 8}`,
  labels: { region: `eu-${i % 3}`, tier: "t0" },
});
const list = Array.from({ length: 800 }, (_, i) => job(i));
list[517] = {
  ...job(517),
  state: "failed",
  error: { code: "E_QUOTA", message: "tenant acme exceeded its quota" },
} as ReturnType<typeof job>;
const document = { apiVersion: "v2", status: "partial_failure", items: list, next: "tok-42" };

const markersIn = (text: string) => [...text.matchAll(/"(\[agent-reach: [^"]*\])"/g)].map((match) => match[1]!);

describe.each([
  ["on one line", JSON.stringify(document)],
  ["indented", JSON.stringify(document, null, 2)],
])("a JSON document %s", (_, source) => {
  it("stays JSON, with the head, the tail and the record unlike the rest", async () => {
    const { stdout, truncated } = await run({ stdout: `${source}\n` }, { exitCode: 0 });
    expect(truncated).toBe(true);
    const shown = JSON.parse(stdout);
    expect(shown).toMatchObject({ apiVersion: "v2", status: "partial_failure", next: "tok-42" });
    expect(shown.items).toContainEqual(list[517]);
  });

  it("has markers on lines of their own, that add up and lead to what is missing", async () => {
    const { stdout } = await run({ stdout: `${source}\n` }, { exitCode: 0 });
    const markers = markersIn(stdout);
    for (const marker of markers)
      expect(stdout).toMatch(new RegExp(`^\\s*"${marker.replace(/[[\]().]/g, "\\$&")}",?$`, "m"));
    let missing = 0;
    for (const marker of markers) {
      const [, from, to] = /--from (\S+) --to (\S+?)\]/.exec(marker)!;
      const range = { kind: "range", from: parsePosition(from!), to: parsePosition(to!) } as const;
      const { text } = await readOutput(storedOf({ stdout: `${source}\n` }), query(range), Number.POSITIVE_INFINITY);
      const records = JSON.parse(`[${text}]`);
      expect(marker).toContain(`${records.length} of 800 items`);
      missing += records.length;
    }
    const items: unknown[] = JSON.parse(stdout).items;
    expect(items.filter((item) => typeof item === "object").length + missing).toBe(800);
  });
});

describe("selection of JSON", () => {
  it("leaves out keys of a large object as a key of its own", async () => {
    const source = JSON.stringify(
      Object.fromEntries(Array.from({ length: 900 }, (_, i) => [`package-${i}`, { version: `1.${i}.0`, size: i }])),
    );
    const { stdout } = await run({ stdout: source }, { exitCode: 0 });
    const shown = JSON.parse(stdout);
    expect(Object.values(shown)).toContain(null);
    expect(shown["package-0"]).toEqual({ version: "1.0.0", size: 0 });
  });

  it("leaves out long strings", async () => {
    const source = JSON.stringify({ name: "build", log: "x ".repeat(20_000), ok: false });
    const { stdout } = await run({ stdout: source }, { exitCode: 0 });
    const shown = JSON.parse(stdout);
    expect(shown).toMatchObject({ name: "build", ok: false });
    expect(shown.log).toMatch(/^\[agent-reach: .*a string of 40000 characters/);
  });

  it("is JSON for any document", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 30, maxLength: 120 }),
        fc.boolean(),
        async (values, indented) => {
          const source = JSON.stringify(values, null, indented ? 2 : 0);
          const { stdout } = await run({ stdout: source }, { exitCode: 0, tokens: 800 });
          // What is not cut down by its structure is cut by lines.
          if (stdout.startsWith("[") && !/^\[agent-reach/m.test(stdout)) expect(() => JSON.parse(stdout)).not.toThrow();
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe("scanJson", () => {
  it("finds every value at its place", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
        fc.boolean(),
        (value, indented) => {
          const text = JSON.stringify(value, null, indented ? 1 : 0);
          const root = scanJson(text)!;
          expect([root.start, root.end]).toEqual([0, text.length]);
          const parsed = JSON.parse(text);
          root.members.forEach((member, i) => {
            const expected = member.key === null ? parsed[i] : parsed[JSON.parse(`"${member.key}"`)];
            const own = JSON.parse(text.slice(member.value.start, member.value.end));
            if (member.key === null || Object.keys(parsed).length === root.members.length)
              expect(own).toEqual(expected);
          });
        },
      ),
    );
  });

  it("does not read what is none, or too deep", () => {
    for (const text of ["", "12", "[1,", "{} {}", "plain", `${"[".repeat(5000)}${"]".repeat(5000)}`])
      expect(scanJson(text)).toBeNull();
  });
});
