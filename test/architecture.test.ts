import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");
const src = join(root, "src");

const sources = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("generated"))
  .map((file) => join(src, file));

interface Import {
  readonly from: string;
  readonly specifier: string;
  /** Absolute file for a relative import, null for a package. */
  readonly target: string | null;
}

const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^"';]*?\sfrom\s)?"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, "utf8");
  return [...text.matchAll(IMPORT)].map((match) => {
    const specifier = (match[1] ?? match[2])!;
    const target = specifier.startsWith(".") ? resolve(dirname(file), specifier).replace(/\.js$/, ".ts") : null;
    return { from: file, specifier, target };
  });
}

const imports = sources.flatMap(importsOf);

/** The part a file belongs to: its first folder, or its own name right under src/. */
const partOf = (file: string) => relative(src, file).split("/")[0]!.replace(/\.ts$/, "");

const LEAVES = [
  "cache",
  "call",
  "capture",
  "config",
  "execution",
  "observe",
  "policy",
  "registry",
  "result",
  "scheduler",
  "toolspecs",
];

/** What each part may import of the others; everything else is an error. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  errors: ["contract"],
  time: ["contract"],
  generated: [],
  "package-dir": [],
  "make-folder": [],
  "home-folder": [],
  "json-line": [],
  memo: [],
  newlines: [],
  roster: [],
  "unique-name": [],
  ...Object.fromEntries(LEAVES.map((leaf) => [leaf, ["contract", "errors"]])),
  call: ["contract", "errors", "home-folder", "unique-name"],
  capture: ["contract", "errors", "make-folder", "newlines"],
  observe: ["contract", "errors", "json-line", "make-folder", "memo", "unique-name"],
  toml: ["contract", "errors"],
  bench: ["contract", "errors", "toml", "generated"],
  registry: ["contract", "errors", "toml", "generated"],
  config: ["contract", "errors", "home-folder", "toml", "generated"],
  execution: ["contract", "errors", "memo", "package-dir", "roster", "unique-name"],
  result: ["contract", "errors", "newlines", "package-dir"],
  broker: ["contract", "errors", "time", "package-dir", "roster", "toml", "unique-name", ...LEAVES],
  index: ["contract", "errors", "broker", "toolspecs"],
  frontends: ["contract", "errors", "broker", "bench", "toolspecs", "package-dir", "json-line", "make-folder"],
  adapters: ["contract", "errors", "broker", "toolspecs", "index"],
};

/** Packages that one folder alone may import. */
const HOME_OF_PACKAGE: Record<string, readonly string[]> = {
  "smol-toml": ["toml"],
  "toml-eslint-parser": ["toml"],
  tinyglobby: ["registry"],
  xstate: ["execution"],
  "tree-kill": ["execution"],
  pino: ["observe"],
  commander: ["frontends"],
  "iconv-lite": ["result"],
  chardet: ["result"],
  re2js: ["call", "result"],
  "fastest-levenshtein": ["errors"],
  hono: ["frontends"],
  "@hono/node-server": ["frontends"],
  "@modelcontextprotocol/server": ["frontends"],
  ai: ["adapters"],
  "@anthropic-ai/sdk": ["adapters"],
  "@langchain/core": ["adapters"],
  "@openai/agents": ["adapters"],
  openai: ["adapters"],
  "hdr-histogram-js": ["bench"],
};

describe("architecture", () => {
  it("finds the sources", () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(imports.length).toBeGreaterThan(100);
  });

  it("keeps each part to the parts below it", () => {
    const wrong = imports
      .filter(({ target }) => target !== null)
      .map(({ from, target }) => ({ from, target: target!, own: partOf(from), other: partOf(target!) }))
      .filter(({ own, other }) => own !== other && !MAY_IMPORT[own]?.includes(other))
      .map(({ from, target }) => `${relative(root, from)} → ${relative(root, target)}`);
    expect(wrong).toEqual([]);
  });

  it("enters another part only through its index", () => {
    const wrong = imports
      .filter(({ from, target }) => target !== null && partOf(from) !== partOf(target) && dirname(target) !== src)
      .filter(({ target }) => !/\/(index|clock)\.ts$/.test(target!) && !target!.includes("/generated/"))
      .map(({ from, target }) => `${relative(root, from)} → ${relative(root, target!)}`);
    expect(wrong).toEqual([]);
  });

  it("has no import cycle", () => {
    const edges = new Map<string, string[]>();
    for (const { from, target } of imports) {
      if (target !== null) edges.set(from, [...(edges.get(from) ?? []), target]);
    }
    const state = new Map<string, "open" | "done">();
    const cycles: string[] = [];
    const visit = (file: string, path: readonly string[]) => {
      if (state.get(file) === "done") return;
      if (state.get(file) === "open") {
        cycles.push([...path.slice(path.indexOf(file)), file].map((f) => relative(src, f)).join(" → "));
        return;
      }
      state.set(file, "open");
      for (const next of edges.get(file) ?? []) visit(next, [...path, file]);
      state.set(file, "done");
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it("imports each outside package in its own folder alone", () => {
    const wrong = imports
      .filter(({ specifier, target }) => target === null && !specifier.startsWith("node:"))
      .map(({ from, specifier }) => {
        const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
        return { from, name, homes: HOME_OF_PACKAGE[name] };
      })
      .filter(({ from, homes }) => !homes?.includes(partOf(from)))
      .map(({ from, name }) => `${relative(root, from)} → ${name}`);
    expect(wrong).toEqual([]);
  });

  it("declares every package it imports, at an exact version", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
    const names = new Set(
      imports
        .filter(({ specifier, target }) => target === null && !specifier.startsWith("node:"))
        .map(({ specifier }) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/")),
    );
    expect([...names].filter((name) => !(name in declared))).toEqual([]);
    const pinned = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
    expect(pinned.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version as string))).toEqual([]);
  });

  it("keeps files short", () => {
    const places = ["src", "test", "bench", "scripts", "native", "bin"];
    const long = places
      .flatMap((place) => {
        const folder = join(root, place);
        return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
      })
      .filter((file) => /\.(ts|mjs|js|c|h|py)$/.test(file) && !/\/(generated|corpus|build)\//.test(file))
      .map((file) => [relative(root, file), readFileSync(file, "utf8").split("\n").length - 1] as const)
      .filter(([, lines]) => lines > 300);
    expect(long).toEqual([]);
  });
});
