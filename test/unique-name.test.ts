import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { uniqueName } from "../src/unique-name.js";

const names = Array.from({ length: 2000 }, uniqueName);

it("gives a new name each time, of letters and digits, all equally long", () => {
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+$/);
  expect(new Set(names.map((name) => name.length)).size).toBe(1);
});

it("gives other names in another process", async () => {
  const { build } = await import("esbuild");
  const entry = fileURLToPath(new URL("../src/unique-name.ts", import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], format: "esm", write: false });
  const script = `${outputFiles[0]!.text}; console.log(uniqueName())`;
  const run = () => execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }).trim();
  const [one, other] = [run(), run()];
  expect(one).not.toBe(other);
  expect(one).toHaveLength(names[0]!.length);
});
