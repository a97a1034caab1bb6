import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { faultsOf, folderWith } from "../toml/folder.js";
import { FULL_TOOL } from "./full-tool.js";
import { define, defineTools, load, loadText, toolObject, toolText } from "./support.js";

describe("a registry of files", () => {
  it("keeps the order of files and of tools in them", async () => {
    const folder = folderWith({
      "b.toml": toolText("", "z1") + toolText("", "a1"),
      "a.toml": toolText("", "m2"),
    });
    const { tools } = await load([join(folder, "b.toml"), join(folder, "a.toml")]);
    expect([...tools.keys()]).toEqual(["z1", "a1", "m2"]);
  });

  it("loads nothing when one file is bad", async () => {
    const folder = folderWith({ "a.toml": toolText("", "good"), "b.toml": "[[tools]]\n" });
    await faultsOf(load([join(folder, "*.toml")]));
    writeFileSync(join(folder, "b.toml"), "");
    expect((await load([join(folder, "*.toml")])).tools.size).toBe(1);
  });

  it("takes 5,000 tools", async () => {
    const one = FULL_TOOL.slice(FULL_TOOL.indexOf("[[tools]]"));
    const many = Array.from({ length: 5000 }, (_, index) => one.replace('"git_log"', `"git_log_${index}"`)).join("");
    const before = process.cpuUsage();
    expect((await loadText(many).loading).tools.size).toBe(5000);
    // Processor time in microseconds: other programs may keep this one waiting. On a busy machine it takes 1.5 million.
    expect(process.cpuUsage(before).user).toBeLessThan(5_000_000);
  });

  it("is frozen all the way down", async () => {
    const registry = await loadText(FULL_TOOL).loading;
    const thawed: unknown[] = [];
    const visit = (value: unknown) => {
      if (typeof value !== "object" || value === null) return;
      if (!Object.isFrozen(value)) thawed.push(value);
      for (const inner of value instanceof Map ? value.values() : Object.values(value)) visit(inner);
    };
    visit(registry);
    expect(thawed).toEqual([]);
    expect(() => (registry.tools as Map<string, unknown>).clear()).toThrow(TypeError);
    const { exitCodes } = registry.tools.get("git_log")!;
    expect(() => (exitCodes as Map<number, string>).set(2, "x")).toThrow(TypeError);
  });
});

describe("definitions as an object", () => {
  it("takes the same keys as a file, and leaves the object alone", async () => {
    const given = toolObject({ group: "io", exclusive: true, read_only: true, params: {} });
    const [tool] = await define(given, toolObject({ name: "u" }));
    expect(tool).toMatchObject({
      group: "io",
      exclusive: { kind: "group" },
      idempotent: true,
      source: "<definitions>",
    });
    expect(Object.isFrozen(given)).toBe(false);
    (given.command as string[])[0] = "evil";
    expect(tool!.command.program).toBe("true");
  });

  it("tells faults by key", async () => {
    const tools = [
      toolObject({ timeout: "10" }),
      toolObject({ command: ["true", "{p}"], params: { p: { type: "strng", description: "d" } } }),
    ];
    const faults = await faultsOf(define(...tools));
    expect(faults.map(({ file, line, key }) => [file, line, key])).toEqual([
      ["<definitions>", null, "tools[0].timeout"],
      ["<definitions>", null, "tools[1].params.p.type"],
      ["<definitions>", null, "tools[1].name"],
    ]);
  });

  it.each([
    ["no table", { tools: 5 }, "tools"],
    ["include", { include: ["a.toml"] }, "include"],
    ["a function", { tools: [toolObject({ command: ["true", () => 1] })] }, "tools[0].command[1]"],
    ["a list", [], null],
  ])("refuses %s", async (_, definitions, key) => {
    expect((await faultsOf(defineTools(definitions))).map((fault) => fault.key)).toEqual([key]);
  });
});
