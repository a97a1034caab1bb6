import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { ERRORS } from "../src/errors/index.js";

const root = resolve(import.meta.dirname, "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];
const read = (file: string) => readFileSync(join(root, file), "utf8");

describe.each(documents)("%s", (document) => {
  const text = read(document);

  it("links only to what is there", () => {
    const broken = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !existsSync(join(root, dirname(document), target)));
    expect(broken).toEqual([]);
  });

  it("names only paths of the repository that are there", () => {
    const missing = [
      ...text.matchAll(/`((?:src|test|bench|docs|examples|registry|config|schemas|scripts|native|bin)\/[\w./-]*)`/g),
    ]
      .map((match) => match[1]!)
      .filter((path) => !existsSync(join(root, path)));
    expect(missing).toEqual([]);
  });

  it("names only npm scripts that are there", () => {
    const missing = [...text.matchAll(/npm run ([\w:-]+)/g)]
      .map((match) => match[1]!)
      .filter((script) => !(script in manifest.scripts));
    expect(missing).toEqual([]);
  });

  it("names only commands that are there", () => {
    const commands = "exec run tools explain check doctor mcp output bench init completion".split(" ");
    const unknown = [...text.matchAll(/\bagent-reach ([a-z]+)\b/g)]
      .map((match) => match[1]!)
      .filter((command) => !commands.includes(command));
    expect(unknown).toEqual([]);
  });

  it("speaks of the project alone", () => {
    expect(text).not.toContain(`${root}/`);
  });
});

describe("docs/results.md", () => {
  it("lists every error code with its status, exit status and HTTP status, and no other", () => {
    const rows = [
      ...read("docs/results.md").matchAll(/^\| `(AR_\w+)` \| `(\w+)` \| (\d+) \| (\d+) \| (yes|no) \| (.+) \|$/gm),
    ];
    const listed = Object.fromEntries(
      rows.map(([, code, status, exit, http, retryable, meaning]) => [
        code,
        { status, exitStatus: Number(exit), httpStatus: Number(http), retryable: retryable === "yes", meaning },
      ]),
    );
    expect(listed).toEqual(ERRORS);
  });
});

it("CONTRIBUTING.md documents every npm script", () => {
  const text = read("CONTRIBUTING.md");
  const missing = Object.keys(manifest.scripts)
    .filter((script) => !/^(pre|post)/.test(script) && !["install", "prepare"].includes(script))
    .filter((script) => !text.includes(`npm run ${script}`) && !text.includes(`npm ${script}`));
  expect(missing).toEqual([]);
});

it("the lock file names no registry host", () => {
  expect(read("package-lock.json")).not.toMatch(/"resolved": "http/);
});
