import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, it } from "vitest";
import { load } from "../config/support.js";
import { folderWith } from "../toml/folder.js";
import { defineTools, packageDir } from "./support.js";

interface Schema {
  readonly properties?: { readonly [name: string]: Schema };
  readonly definitions?: { readonly [name: string]: Schema };
}

const read = (file: string) => readFileSync(join(packageDir, file), "utf8");
const blocks = (text: string) => [...text.matchAll(/```toml\n(.*?)```/gs)].map((match) => match[1]!);

/** The names that the first column of the tables documents. */
function documented(text: string): Set<string> {
  const cells = [...text.matchAll(/^\| (`.*?`) \|/gm)].map((match) => match[1]!);
  return new Set(cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map((match) => match[1]!)));
}

function keysOf(schema: Schema): string[] {
  const inner = [...Object.values(schema.properties ?? {}), ...Object.values(schema.definitions ?? {})];
  return [...Object.keys(schema.properties ?? {}), ...inner.flatMap(keysOf)];
}

describe.each(["registry", "config"])("docs/%s.md", (name) => {
  it("documents every key of the schema, and no other", () => {
    const keys = new Set(keysOf(JSON.parse(read(`schemas/${name}.schema.json`))));
    const listed = documented(read(`docs/${name}.md`));
    const tables = [
      "limits",
      "groups",
      "policy",
      "output",
      "rate",
      "network",
      "log",
      "audit",
      "containment",
      "tool_limits",
    ];
    expect([...keys].filter((key) => !listed.has(key) && !(name === "config" && tables.includes(key)))).toEqual([]);
    expect([...listed].filter((key) => !keys.has(key) && !["development", "test", "production"].includes(key))).toEqual(
      [],
    );
  });
});

it.each(blocks(read("docs/registry.md")))("docs/registry.md: example %# loads", async (text) => {
  await defineTools(parse(text));
});

it.each(blocks(read("docs/config.md")))("docs/config.md: example %# loads", async (text) => {
  await load(folderWith({ "agent-reach.toml": text }));
});

describe("docs/config.md", () => {
  const text = read("docs/config.md");
  const development = parse(read("config/development.toml")) as Record<string, Record<string, unknown>>;

  it.each(["development", "production", "test"])("gives the values of %s as they are", (profile) => {
    const letter = { development: "", production: "P ", test: "T " }[profile];
    for (const [table, keys] of Object.entries(parse(read(`config/${profile}.toml`)))) {
      if (typeof keys !== "object" || Array.isArray(keys) || table === "groups") continue;
      const section = text.split(`### \`[${table}]\``)[1]!.split("###")[0]!;
      for (const [key, value] of Object.entries(keys)) {
        const row = section.split("\n").find((line) => line.startsWith(`| \`${key}\` |`));
        const mark = value === development[table]![key] ? "" : letter;
        expect(row, `${table}.${key}`).toContain(`${mark}\`${JSON.stringify(value)}\``);
      }
    }
  });
});
