import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { packageRoot } from "./project.js";

const PARTS = ["bin", "dist", "config", "registry", "schemas", "package.json"];

/** A copy of the built package with `more` of its folders, removed when the test ends. Dependencies are a link to ours. */
export function copyPackage(...more: readonly string[]): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "agent-reach-copy-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const part of [...PARTS, ...more]) {
    mkdirSync(dirname(join(folder, part)), { recursive: true });
    cpSync(join(packageRoot, part), join(folder, part), {
      recursive: true,
      filter: (file) => !file.includes("obj.target"),
    });
  }
  symlinkSync(join(packageRoot, "node_modules"), join(folder, "node_modules"));
  return folder;
}
