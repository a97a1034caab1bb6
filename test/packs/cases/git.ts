import { expect } from "vitest";
import { makeRepository } from "../world.js";
import { casesIn, type RunCase } from "./run-case.js";

const reading: readonly RunCase[] = [
  { tool: "git_status", about: "all", stdout: ["## main\n", " M notes.txt\n", "?? new.txt\n"] },
  {
    tool: "git_status",
    about: "in a folder, without untracked files",
    args: { untracked: "no", paths: ["src"] },
    result: { stdout: "## main\n" },
  },
  {
    tool: "git_log",
    about: "all",
    stdout: [/^[0-9a-f]{7,} \d{4}-\d\d-\d\d Ada \(HEAD -> main\) Second: two becomes 2\n/, "First\n"],
  },
  { tool: "git_log", about: "by path", args: { paths: ["src"] }, stdout: [/^\S+ \S+ Ada \(feature\) First\n$/] },
  { tool: "git_log", about: "by text", args: { changed_text: "two", limit: 1 }, stdout: ["Second"] },
  {
    tool: "git_log",
    about: "by message and author",
    args: { message: "First", author: "ada@" },
    stdout: [/^\S+ \S+ Ada \(feature\) First\n$/],
  },
  {
    tool: "git_log",
    about: "a range with files",
    args: { ref: "feature..main", stat: true },
    stdout: [/notes\.txt \| 2 \+-/],
  },
  { tool: "git_log", about: "since", args: { since: "2 weeks ago" }, stdout: ["Second", "First"] },
  {
    tool: "git_log",
    about: "no such commit",
    args: { ref: "nothing" },
    result: { status: "failed", exit_code: 128 },
    stderr: ["nothing"],
  },
  { tool: "git_diff", about: "working tree", args: { context: 0 }, stdout: ["+++ b/notes.txt", /^\+four$/m] },
  { tool: "git_diff", about: "staged: none", args: { staged: true }, result: { stdout: "" } },
  {
    tool: "git_diff",
    about: "against a commit",
    args: { ref: "HEAD~1", stat: true },
    stdout: [/notes\.txt \| 3 \+\+-/],
  },
  { tool: "git_show", about: "the last commit", stdout: ["Author: Ada <ada@example.com>", "    Second", "-two\n+2\n"] },
  {
    tool: "git_show",
    about: "files of an older one",
    args: { ref: "HEAD~1", stat: true, paths: ["src"] },
    stdout: [/src\/app\.txt \| 1 \+/],
  },
  {
    tool: "git_show_file",
    about: "an older version",
    args: { path: "notes.txt", ref: "HEAD~1" },
    result: { stdout: "one\ntwo\nthree\n" },
  },
  {
    tool: "git_show_file",
    about: "below the folder of the call",
    cwd: "src",
    args: { path: "app.txt" },
    result: { stdout: "alpha\n" },
  },
  {
    tool: "git_blame",
    about: "one line",
    args: { path: "notes.txt", from: 2, to: 2 },
    stdout: [/^[0-9a-f]{8} \(Ada \d{4}-\d\d-\d\d 2\) 2\n$/],
  },
  {
    tool: "git_blame",
    about: "to the end and as of a commit",
    args: { path: "notes.txt", ref: "HEAD~1" },
    stdout: [/3\) three\n$/],
  },
  {
    tool: "git_branch",
    about: "local",
    stdout: [/^\* main +[0-9a-f]{7,} Second/m, /^ {2}feature +[0-9a-f]{7,} First$/m],
  },
  { tool: "git_branch", about: "all", args: { all: true }, stdout: ["feature"] },
  {
    tool: "git_grep",
    about: "working tree",
    args: { pattern: "f(our|ive)" },
    result: { stdout: "notes.txt:4:four\n" },
  },
  {
    tool: "git_grep",
    about: "a commit",
    args: { pattern: "TWO", ignore_case: true, whole_words: true, ref: "HEAD~1" },
    result: { stdout: "HEAD~1:notes.txt:2:two\n" },
  },
  {
    tool: "git_grep",
    about: "text with a dash",
    args: { pattern: "--flag(", syntax: "fixed-strings" },
    result: { exit_code: 1, note: expect.stringContaining("no match") },
  },
  {
    tool: "git_grep",
    about: "context",
    args: { pattern: "three", context: 1 },
    stdout: ["notes.txt-2-2\nnotes.txt:3:three\nnotes.txt-4-four\n"],
  },
];

const writing: readonly RunCase[] = [
  {
    tool: "git_add",
    about: "a new file",
    args: { paths: ["new.txt"] },
    stdout: ["add 'new.txt'"],
    check: ({ git }) => expect(git("status", "--short")).toContain("A  new.txt"),
  },
  {
    tool: "git_unstage",
    about: "a file",
    prepare: ({ git }) => void git("add", "."),
    args: { paths: ["new.txt"] },
    check: ({ git }) => expect(git("status", "--short")).toBe("M  notes.txt\n?? new.txt\n"),
  },
  {
    tool: "git_commit",
    about: "what is staged, with a message that looks like options",
    prepare: ({ git }) => void git("add", "new.txt"),
    args: { message: "--amend; $(touch x)\n\nMore." },
    check: ({ git }) =>
      expect(git("log", "--max-count=1", "--format=%B", "--name-only")).toBe(
        "--amend; $(touch x)\n\nMore.\n\n\nnew.txt\n",
      ),
  },
  {
    tool: "git_commit",
    about: "one path alone",
    prepare: ({ git }) => void git("add", "new.txt"),
    args: { message: "Notes", paths: ["notes.txt"] },
    check: ({ git }) => expect(git("show", "--format=", "--name-only")).toBe("notes.txt\n"),
  },
  {
    tool: "git_commit",
    about: "nothing staged",
    args: { message: "None" },
    result: { status: "failed", exit_code: 1 },
    stdout: ["no changes added"],
  },
  {
    tool: "git_branch_create",
    about: "from a commit",
    args: { name: "fix/pager", start: "HEAD~1" },
    check: ({ git }) => expect(git("rev-parse", "fix/pager")).toBe(git("rev-parse", "HEAD~1")),
  },
  {
    tool: "git_branch_create",
    about: "that is there already",
    args: { name: "feature" },
    result: { status: "failed", exit_code: 128 },
    stderr: ["already exists"],
  },
  {
    tool: "git_switch",
    about: "to a branch",
    prepare: ({ git }) => void git("stash", "push", "--quiet"),
    args: { branch: "feature" },
    check: ({ git }) => expect(git("branch", "--show-current")).toBe("feature\n"),
  },
  {
    tool: "git_switch",
    about: "refused for local changes",
    args: { branch: "feature" },
    result: { status: "failed", exit_code: 1 },
    stderr: ["would be overwritten"],
    check: ({ read }) => expect(read("notes.txt")).toContain("four"),
  },
  {
    tool: "git_stash",
    about: "with untracked files",
    args: { message: "half done", include_untracked: true },
    check: ({ git, exists }) =>
      expect([git("stash", "list"), exists("new.txt")]).toEqual(["stash@{0}: On main: half done\n", false]),
  },
  {
    tool: "git_stash_pop",
    about: "the youngest",
    prepare: ({ git }) => void git("stash", "push", "--quiet"),
    check: ({ git, read }) => expect([git("stash", "list"), read("notes.txt")]).toEqual(["", "one\n2\nthree\nfour\n"]),
  },
  {
    tool: "git_restore",
    about: "from the index",
    args: { paths: ["notes.txt"] },
    check: ({ read, exists }) => expect([read("notes.txt"), exists("new.txt")]).toEqual(["one\n2\nthree\n", true]),
  },
  {
    tool: "git_restore",
    about: "from a commit",
    args: { paths: ["notes.txt"], source: "HEAD~1" },
    check: ({ read }) => expect(read("notes.txt")).toBe("one\ntwo\nthree\n"),
  },
];

export const gitCases = casesIn(makeRepository, [...reading, ...writing]);
