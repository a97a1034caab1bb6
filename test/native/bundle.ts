import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");

/** Makes a module of the tests one that Node can run by itself; the second function removes it. */
export async function bundle(name: string): Promise<[path: string, remove: () => void]> {
  const folder = join(root, "node_modules/.cache/agent-reach-tests");
  mkdirSync(folder, { recursive: true });
  const outfile = join(folder, `${name}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    // From there it finds the addon.
    define: { "import.meta.dirname": JSON.stringify(join(root, "dist")) },
    logLevel: "error",
  });
  return [outfile, () => rmSync(outfile, { force: true })];
}
