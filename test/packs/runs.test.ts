import { expect, test } from "vitest";
import { buildCases } from "./cases/build.js";
import { dangerCases } from "./cases/danger.js";
import { filesCases } from "./cases/files.js";
import { gitCases } from "./cases/git.js";
import { nodeCases } from "./cases/node.js";
import { pythonCases } from "./cases/python.js";
import { lacking, type RunCase } from "./cases/run-case.js";
import { systemCases } from "./cases/system.js";
import { loadPacks, packNames } from "./packs.js";
import { makeWorld } from "./world.js";

const tools = new Map((await loadPacks(packNames)).map((tool) => [tool.name, tool]));
const cases = [...gitCases, ...filesCases, ...nodeCases, ...pythonCases, ...buildCases, ...systemCases, ...dangerCases];

test("every tool of every pack is run for real", () => {
  expect([...new Set(cases.map(({ tool }) => tool))].sort()).toEqual([...tools.keys()].sort());
});

test.for(cases)("$tool $about", async (each, { skip }) => {
  const reason = lacking(tools.get(each.tool)!.command.program, each);
  if (reason !== null) process.stderr.write(`not run here: ${each.tool} ${each.about}: ${reason}\n`);
  skip(reason !== null, reason ?? "");
  await run(each);
});

async function run(each: RunCase): Promise<void> {
  const world = await makeWorld();
  try {
    const prepared = (await each.prepare?.(world)) ?? {};
    const args = typeof each.args === "function" ? each.args(prepared) : (each.args ?? {});
    const result = await world.broker.execute({ tool: each.tool, args, cwd: each.cwd });
    expect(result, result.stderr + result.stdout).toMatchObject({ status: "success", ...each.result });
    for (const part of each.stdout ?? []) expect(result.stdout).toMatch(part);
    for (const part of each.stderr ?? []) expect(result.stderr).toMatch(part);
    await each.check?.(world, result, prepared);
  } finally {
    await world.broker.close();
  }
}
