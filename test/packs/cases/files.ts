import { expect } from "vitest";
import type { World } from "../world.js";
import { casesIn, type RunCase } from "./run-case.js";

function makeFiles({ write }: World): void {
  write("notes.txt", "one\ntwo\nthree\nfour\nfive\n");
  write("src/app.ts", "export const answer = 42; // TODO: why\n");
  write("src/deep/er/found.ts", "// nothing\n");
  write(".hidden/secret.txt", "TODO hide\n");
  write(".gitignore", "ignored.log\nnode_modules\n");
  write("ignored.log", "TODO ignored\n");
  write("node_modules/dep/index.ts", "// TODO not ours\n");
  write(".git/config", "TODO\n");
  write("sizes.txt", "b 10\na 9\nc 100\na 9\n");
  write("data.json", '{"items":[{"name":"x","size":5},{"name":"y","size":50}]}\n');
  write("-n", "dashes\n");
}

const files: readonly RunCase[] = [
  { tool: "files_list", about: "the root", stdout: [/^-rw.* 24 .* notes\.txt$/m, /^d.* src\/$/m, /\.hidden\/$/m] },
  {
    tool: "files_list",
    about: "nothing there",
    args: { path: "none" },
    result: { status: "failed", exit_code: 2 },
    stderr: ["none"],
  },
  {
    tool: "files_list_all",
    about: "the top",
    args: { max_depth: 2 },
    stdout: ["./src/app.ts\n", "./.hidden/secret.txt\n"],
    check: (_, { stdout }) => expect(stdout).not.toMatch(/node_modules|\.git\/|deep\/er/),
  },
  {
    tool: "files_find",
    about: "by name",
    args: { name: "*.ts" },
    check: (_, { stdout }) =>
      expect(stdout.trim().split("\n").sort()).toEqual(["./src/app.ts", "./src/deep/er/found.ts"]),
  },
  {
    tool: "files_find",
    about: "folders",
    args: { name: "d*", type: "d", path: "src" },
    result: { stdout: "src/deep\n" },
  },
  {
    tool: "files_find",
    about: "in node_modules when it is asked for",
    args: { name: "*.ts", path: "node_modules" },
    result: { stdout: "node_modules/dep/index.ts\n" },
  },
  {
    tool: "files_read",
    about: "some lines",
    args: { path: "notes.txt", from: 2, to: 3 },
    result: { stdout: "two\nthree\n" },
  },
  {
    tool: "files_read",
    about: "beyond the end",
    args: { path: "notes.txt", from: 5, to: 1000 },
    result: { stdout: "five\n" },
  },
  {
    tool: "files_read",
    about: "a name that looks like an option",
    args: { path: "-n" },
    result: { stdout: "dashes\n" },
  },
  {
    tool: "files_search",
    about: "everywhere, but for what git ignores",
    args: { pattern: "TODO|nothing" },
    result: {
      stdout: [
        "./.hidden/secret.txt:1:TODO hide",
        "./src/app.ts:1:export const answer = 42; // TODO: why",
        "./src/deep/er/found.ts:1:// nothing",
        "",
      ].join("\n"),
    },
    prepare: ({ git }) => void git("init", "--quiet"),
  },
  {
    tool: "files_search",
    about: "by kind of file",
    args: { pattern: "todo", ignore_case: true, whole_words: true, include: "*.ts", paths: ["src"] },
    result: { stdout: "src/app.ts:1:export const answer = 42; // TODO: why\n" },
  },
  {
    tool: "files_search",
    about: "with context",
    args: { pattern: "three", context: 1, paths: ["notes.txt"] },
    result: { stdout: "notes.txt-2-two\nnotes.txt:3:three\nnotes.txt-4-four\n" },
  },
  {
    tool: "files_search",
    about: "no match",
    args: { pattern: "--pre=touch" },
    result: { exit_code: 1, note: expect.stringContaining("no match") },
  },
  { tool: "files_search", about: "a bad pattern", args: { pattern: "(" }, result: { status: "failed", exit_code: 2 } },
  {
    tool: "files_stat",
    about: "a file and a folder",
    args: { paths: ["notes.txt", "src"] },
    stdout: ["notes.txt", "Size: 24", "regular file", "directory"],
  },
  {
    tool: "files_tree",
    about: "two levels",
    args: { max_depth: 2 },
    stdout: [/├── src\n│\s+├── deep\n│\s+└── app\.ts\n/, ".hidden"],
    check: (_, { stdout }) => expect(stdout).not.toContain("node_modules"),
  },
];

const text: readonly RunCase[] = [
  { tool: "text_head", about: "two lines", args: { path: "notes.txt", lines: 2 }, result: { stdout: "one\ntwo\n" } },
  { tool: "text_tail", about: "two lines", args: { path: "notes.txt", lines: 2 }, result: { stdout: "four\nfive\n" } },
  {
    tool: "text_count",
    about: "two files",
    args: { paths: ["notes.txt", "sizes.txt"] },
    stdout: [/^ *5 +5 +24 notes\.txt$/m, /^ *9 +13 +\d+ total$/m],
  },
  {
    tool: "text_sort",
    about: "by bytes",
    args: { path: "sizes.txt", unique: true },
    result: { stdout: "a 9\nb 10\nc 100\n" },
  },
  {
    tool: "text_sort",
    about: "by a column of numbers",
    args: { path: "sizes.txt", numeric: true, reverse: true, column: 2 },
    result: { stdout: "c 100\nb 10\na 9\na 9\n" },
  },
  {
    tool: "text_jq",
    about: "a filter",
    args: { path: "data.json", filter: ".items[] | select(.size > 10) | .name", raw: true },
    result: { stdout: "y\n" },
  },
  {
    tool: "text_jq",
    about: "one line",
    args: { path: "data.json", filter: "[.items[].size]", compact: true },
    result: { stdout: "[5,50]\n" },
  },
  ...["if .items then 1 else 2 end", "map_values(1)", "input_filename", "in({})", "m", "(-1)"].map(
    (filter): RunCase => ({
      tool: "text_jq",
      about: `begins like a directive and is none: ${filter}`,
      args: { path: "data.json", filter },
      check: (_, { error }) => expect(error?.code).not.toBe("AR_ARGS_INVALID"),
      result: { status: expect.any(String) },
    }),
  ),
  ...[
    'import "config" as $c {search: "/etc"}; $c',
    'include "x" {search: "/etc"}; .',
    ' \n\timport "x" as x; .',
    '# \nimport "x" as x; .',
    'module {}; import "x" as x; .',
  ].map(
    (filter): RunCase => ({
      tool: "text_jq",
      about: `reads no other files: ${filter}`,
      args: { path: "data.json", filter },
      result: { status: "invalid", error: expect.objectContaining({ code: "AR_ARGS_INVALID" }) },
    }),
  ),
];

export const filesCases = casesIn(makeFiles, [...files, ...text]);
