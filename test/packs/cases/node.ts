import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { packageRoot } from "../../support/project.js";
import type { World } from "../world.js";
import { casesIn, type RunCase } from "./run-case.js";

const SHOW = 'console.log(JSON.stringify(process.argv.slice(2)), process.env.CI ?? "no CI");\n';

function makePackage({ dir, write }: World): void {
  write(
    "package.json",
    JSON.stringify({
      name: "demo",
      version: "1.0.0",
      private: true,
      scripts: { test: "node show.cjs", "say:it": "node show.cjs said", fails: "node -e 'process.exit(3)'" },
    }),
  );
  write("show.cjs", SHOW);
  write("sub/package.json", JSON.stringify({ name: "sub", version: "1.0.0", scripts: { test: "node -p 1+1" } }));
  write("tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, types: [] }, include: ["*.ts"] }));
  write("good.ts", "export const n: number = 1;\n");
  write("eslint.config.js", 'export default [{ rules: { "no-debugger": "error" } }];\n');
  write("lint/bad.js", "debugger;\n");
  symlinkSync(join(packageRoot, "node_modules"), join(dir, "node_modules"));
}

const noEslint = () => (existsSync(join(packageRoot, "node_modules/.bin/eslint")) ? null : "eslint is not installed");

export const nodeCases = casesIn(makePackage, [
  { tool: "node_version", about: "", result: { stdout: `${process.version}\n` } },
  {
    tool: "node_test",
    about: "with arguments that stay whole",
    args: { args: ["a b", "--filter=x", "#1"] },
    stdout: ['["a b","--filter=x","#1"] 1\n'],
  },
  { tool: "node_test", about: "in another folder", cwd: "sub", stdout: [/^2$/m] },
  {
    tool: "node_run",
    about: "a script",
    args: { script: "say:it", args: ["loud"] },
    stdout: ['["said","loud"] no CI\n'],
  },
  {
    tool: "node_run",
    about: "a script that fails",
    args: { script: "fails" },
    result: { status: "failed", exit_code: 3 },
  },
  {
    tool: "node_run",
    about: "no such script",
    args: { script: "none" },
    result: { status: "failed", exit_code: 1 },
    stderr: ['Missing script: "none"'],
  },
  { tool: "node_typecheck", about: "right", result: { stdout: "" } },
  {
    tool: "node_typecheck",
    about: "wrong",
    prepare: ({ write }) => void write("bad.ts", 'export const n: number = "1";\n'),
    result: { status: "failed", exit_code: 2 },
    stdout: ["bad.ts(1,14): error TS2322"],
  },
  { tool: "node_lint", about: "right", args: { paths: ["eslint.config.js"] }, lacks: noEslint },
  {
    tool: "node_lint",
    about: "wrong",
    args: { paths: ["lint"] },
    result: { status: "failed", exit_code: 1 },
    stdout: ["no-debugger"],
    lacks: noEslint,
  },
  {
    tool: "npm_install",
    about: "what package.json names, without scripts",
    prepare: ({ write }) => {
      write(
        "fresh/package.json",
        JSON.stringify({ name: "fresh", version: "1.0.0", dependencies: { dep: "file:dep" } }),
      );
      write(
        "fresh/dep/package.json",
        JSON.stringify({ name: "dep", version: "1.0.0", scripts: { postinstall: "touch ../ran" } }),
      );
    },
    cwd: "fresh",
    check: ({ exists }) =>
      expect([exists("fresh/node_modules/dep/package.json"), exists("fresh/ran")]).toEqual([true, false]),
  },
  { tool: "npm_install", about: "no URLs", args: { packages: ["git+ssh://host/x"] }, result: { status: "invalid" } },
  {
    tool: "npm_publish",
    about: "dry run",
    prepare: ({ write }) => void write("out/package.json", JSON.stringify({ name: "out", version: "1.2.3" })),
    cwd: "out",
    args: { dry_run: true },
    stdout: ["out@1.2.3"],
  },
] satisfies RunCase[]);
