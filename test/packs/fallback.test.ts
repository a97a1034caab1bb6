import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createBroker } from "../../src/index.js";
import { makeProject } from "../support/project.js";

let path: string;

beforeAll(() => {
  path = mkdtempSync(join(tmpdir(), "agent-reach-path-"));
  for (const program of ["grep", "find"]) {
    symlinkSync(execFileSync("which", [program], { encoding: "utf8" }).trim(), join(path, program));
  }
});
afterAll(() => rmSync(path, { recursive: true }));

const brokerOf = (dir: string) =>
  createBroker({ config: join(dir, "agent-reach.toml"), env: { PATH: path, HOME: dir } });

it("files_search runs grep where ripgrep is not installed", async () => {
  const project = makeProject({ config: { registry: ["pack:files"] } });
  project.write("src/a.ts", "one\nTODO two\n");
  project.write("node_modules/b.ts", "TODO not here\n");
  const broker = await brokerOf(project.dir);
  const request = { tool: "files_search", args: { pattern: "TODO|nothing", include: "*.ts" } };
  expect(broker.explain(request)).toMatchObject({ argv: expect.arrayContaining(["grep"]), binary: join(path, "grep") });
  expect(await broker.execute(request)).toMatchObject({ status: "success", stdout: "./src/a.ts:2:TODO two\n" });
  await broker.close();
});

it("files_tree runs find where tree is not installed", async () => {
  const project = makeProject({ config: { registry: ["pack:files"] } });
  project.write("src/a.ts", "");
  const broker = await brokerOf(project.dir);
  const result = await broker.execute({ tool: "files_tree", args: { path: "src" } });
  expect(result).toMatchObject({ status: "success", stdout: "src/a.ts\n" });
  await broker.close();
});
