import { describe, expect, test } from "vitest";
import type { ToolDefinition } from "../../src/contract/index.js";
import { loadPacks, packNames } from "./packs.js";
import { makeRepository, makeWorld } from "./world.js";

const tools = await loadPacks(packNames);

test("the packs are those that the documents name", () => {
  expect([...packNames].sort()).toEqual([
    "build",
    "danger",
    "files",
    "git",
    "network",
    "node",
    "python",
    "system",
    "text",
  ]);
});

test.each(packNames)("%s loads by itself", async (name) => {
  expect((await loadPacks([name])).length).toBeGreaterThan(0);
});

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_name, tool) => {
  test("is described for a model, with every parameter and an example", () => {
    expect(tool.description).toMatch(/^[A-Z].{15,}\.$/s);
    for (const { description } of tool.parameters) expect(description).toMatch(/^.{8,}\.$/s);
    expect(tool.examples.filter(({ argv }) => argv !== null).length).toBeGreaterThan(0);
  });

  test("names a group that the profiles limit, and a bounded time", () => {
    expect(["io", "cpu", "network"]).toContain(tool.group);
    expect(tool.timeoutMs).toBeLessThanOrEqual(900_000);
  });

  test("is of low risk only when it changes nothing and stays on this machine", () => {
    if (tool.risk === "low") expect([tool.readOnly, tool.network, tool.exclusive.kind]).toEqual([true, false, "none"]);
    if (tool.readOnly) expect(["low", "medium"]).toContain(tool.risk);
  });

  test("lets a value begin with a dash only where it is the argument of an option", () => {
    for (const { name } of tool.parameters.filter((parameter) => parameter.allowLeadingDash)) {
      const { elements } = tool.command;
      const at = elements.findIndex((element) => element.kind === "placeholder" && element.parameter === name);
      expect(elements[at - 1]).toEqual({ kind: "literal", text: "-e" });
    }
  });
});

test("what cannot be taken back asks or is denied", () => {
  const risks = Object.fromEntries(tools.map(({ name, risk }) => [name, risk]));
  expect(risks).toMatchObject({
    git_restore: "high",
    git_push: "high",
    files_remove: "high",
    npm_install: "high",
    docker_build: "high",
    process_kill: "high",
    files_remove_tree: "critical",
    git_reset_hard: "critical",
    git_clean: "critical",
    npm_publish: "critical",
    docker_run: "critical",
  });
});

test("writers of one repository follow one another", () => {
  const writers = tools.filter(({ command, readOnly }) => command.program === "git" && !readOnly);
  expect(writers.length).toBeGreaterThan(8);
  for (const { exclusive } of writers) {
    expect(exclusive).toEqual({
      kind: "lock",
      parts: [
        { kind: "text", text: "git:" },
        { kind: "parameter", parameter: "cwd" },
      ],
    });
  }
});

const readers = tools.filter(({ command, readOnly }) => command.program === "git" && readOnly);

test("a repository's own configuration makes the reading git tools run nothing", async () => {
  const world = await makeWorld();
  makeRepository(world);
  const run = `sh -c 'touch ${world.dir}/ran'`;
  for (const hook of ["post-index-change", "fsmonitor-watchman"])
    world.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch ${world.dir}/ran\n`);
  const config: Record<string, string> = {
    "core.fsmonitor": run,
    "core.pager": run,
    "pager.log": run,
    "diff.external": run,
    "diff.evil.textconv": run,
    "diff.evil.command": run,
    "log.showSignature": "true",
    "gpg.program": run,
    "core.editor": run,
  };
  world.write(".gitattributes", "* diff=evil\n");
  for (const [key, value] of Object.entries(config)) world.git("config", key, value);
  try {
    for (const tool of readers) await world.broker.execute({ tool: tool.name, args: argsFor(tool) });
    expect(world.exists("ran")).toBe(false);
    // The same repository does run it for plain git: the trap is armed.
    world.git("diff");
    expect(world.exists("ran")).toBe(true);
  } finally {
    await world.broker.close();
  }
});

function argsFor({ parameters }: ToolDefinition): Record<string, string> {
  const values: Record<string, string> = { path: "notes.txt", pattern: "one" };
  const required = parameters.filter(({ optional, default: value }) => !optional && value === undefined);
  return Object.fromEntries(required.map(({ name }) => [name, values[name]!]));
}
