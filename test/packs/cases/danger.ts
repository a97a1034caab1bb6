import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { makeRepository, type World } from "../world.js";
import { casesIn, type RunCase } from "./run-case.js";

function addRemote({ dir, git }: World): undefined {
  const remote = join(dir, "../remote.git");
  git("init", "--quiet", "--bare", remote);
  git("remote", "add", "origin", remote);
}

function noDocker(): string | null {
  try {
    execFileSync("docker", ["info"], { stdio: "ignore" });
    return null;
  } catch {
    return "no docker daemon runs";
  }
}

export const dangerCases = casesIn(makeRepository, [
  {
    tool: "files_remove",
    about: "a file",
    args: { paths: ["new.txt"] },
    stdout: ["new.txt"],
    check: ({ exists }) => expect([exists("new.txt"), exists("notes.txt")]).toEqual([false, true]),
  },
  {
    tool: "files_remove",
    about: "no folder",
    args: { paths: ["src"] },
    result: { status: "failed", exit_code: 1 },
    check: ({ exists }) => expect(exists("src/app.txt")).toBe(true),
  },
  {
    tool: "files_remove",
    about: "nothing outside",
    args: { paths: ["../agent-reach.toml"] },
    result: { status: "invalid" },
    check: ({ exists }) => expect(exists("../agent-reach.toml")).toBe(true),
  },
  {
    tool: "files_remove_tree",
    about: "a folder",
    args: { paths: ["src"] },
    check: ({ exists }) => expect([exists("src"), exists("notes.txt")]).toEqual([false, true]),
  },
  {
    tool: "git_push",
    about: "a branch",
    prepare: addRemote,
    args: { branch: "main", set_upstream: true },
    stdout: [/^\*\trefs\/heads\/main:refs\/heads\/main\t\[new branch\]$/m],
    check: ({ git }) => expect(git("rev-parse", "origin/main")).toBe(git("rev-parse", "main")),
  },
  {
    tool: "git_push",
    about: "no other place",
    args: { branch: "main", remote: "ext::sh -c touch% x" },
    result: { status: "invalid" },
  },
  { tool: "git_push", about: "no force", args: { branch: "+main" }, result: { status: "invalid" } },
  {
    tool: "git_reset_hard",
    about: "to a commit",
    args: { ref: "HEAD~1" },
    check: ({ read, exists }) => expect([read("notes.txt"), exists("new.txt")]).toEqual(["one\ntwo\nthree\n", true]),
  },
  {
    tool: "git_clean",
    about: "dry run",
    args: { dry_run: true },
    stdout: ["Would remove new.txt"],
    check: ({ exists }) => expect(exists("new.txt")).toBe(true),
  },
  {
    tool: "git_clean",
    about: "for real",
    stdout: ["Removing new.txt"],
    check: ({ exists }) => expect([exists("new.txt"), exists("notes.txt")]).toEqual([false, true]),
  },
  { tool: "docker_ps", about: "", stdout: ["CONTAINER ID"], lacks: noDocker },
  {
    tool: "docker_logs",
    about: "no such container",
    args: { container: "agent-reach-none" },
    result: { status: "failed", exit_code: 1 },
    stderr: ["No such container"],
    lacks: noDocker,
  },
  {
    tool: "docker_build",
    about: "an empty image",
    prepare: ({ write }) => void write("Dockerfile", "FROM scratch\nCOPY notes.txt /\n"),
    args: { tag: "agent-reach-test:latest" },
    lacks: noDocker,
  },
  {
    tool: "docker_run",
    about: "an image without a program",
    args: { image: "agent-reach-test:latest", command: ["/none"] },
    result: { status: "failed" },
    lacks: noDocker,
  },
] satisfies RunCase[]);
